import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

// `sources`: the sources of the built page. `notBuiltIn`: files in these folders that do not affect the page.
const sources = ['{client,contract,brands,legal,texts,scripts/page}/**/*.*', 'vite.config.ts', 'package-lock.json']
const notBuiltIn = /\.(?:test|examples)\.tsx?$|^client\/gallery\//u

/** Whether the page was built from exactly the current sources in `root`. */
export async function isBuiltPageFresh(root: string): Promise<boolean> {
  const built = await readFile(stampFile(root), 'utf8').catch(() => undefined)
  return built === (await digestOfSources(root))
}

/**
 * Runs `build`, and then records the digest that the sources had before the build. After a failed build there is no
 * record.
 */
export async function buildAndRecordSources(root: string, build: () => Promise<void>): Promise<void> {
  await rm(stampFile(root), { force: true })
  const digest = await digestOfSources(root)
  await build()
  await mkdir(dirname(stampFile(root)), { recursive: true })
  await writeFile(stampFile(root), digest)
}

function stampFile(root: string): string {
  return join(root, 'dist', '.built')
}

async function digestOfSources(root: string): Promise<string> {
  const names: string[] = []
  for await (const name of glob(sources, { cwd: root })) if (!notBuiltIn.test(name)) names.push(name)
  const digest = createHash('sha256')
  // Reads one file after the other. Otherwise the memory for all files would stay allocated in the process that
  // starts the product.
  for (const name of names.toSorted()) {
    const content = await readFile(join(root, name))
    digest.update(`${name}\0${content.length}\0`).update(content)
  }
  return digest.digest('hex')
}
