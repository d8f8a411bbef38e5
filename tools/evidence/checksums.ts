import { hash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageDigestPath } from '../image/image-digest.ts'

/**
 * Writes `checksums.txt`. It has a line `SHA-256 name` for each evidence file, in the format of `sha256sum --check`. If
 * `npm run image` has built a container image, the file also has the digest of the image.
 */
export async function writeChecksums(root: string, folder: string, printLine: (text: string) => void): Promise<void> {
  const files = (await readdir(folder)).toSorted()
  const lines = await Promise.all(
    files.map(async (name) => `${hash('sha256', await readFile(join(folder, name)))}  ${name}`),
  )
  const image = await readFile(imageDigestPath(root), 'utf8').catch(absent)
  if (image !== null) lines.push(`# ${image.trim()}`)
  await writeFile(join(folder, 'checksums.txt'), `${lines.join('\n')}\n`)
  printLine(`checksums.txt: ${files.length} files${image === null ? '; no image was built' : ' and the image'}.`)
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}
