import { rmSync } from 'node:fs'
import { chmod, copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nodeComplaint } from '../../scripts/node-checksum.mjs'
import { StartError } from '../../scripts/processes/start-error.ts'
import { runWithVisibleErrors } from './image-tools.ts'

/**
 * Copies the running Node and installs the production packages into `dist/image`.
 *
 * @throws StartError if the running Node does not have the checksum that the repository pins
 */
export async function prepareImagePackages(root: string, printLine: (text: string) => void): Promise<void> {
  const folder = join(root, 'dist/image/packages')
  await mkdir(folder, { recursive: true })
  const node = join(root, 'dist/image/node')
  await copyFile(process.execPath, node)
  refuseForeignNode(node)
  await chmod(node, 0o755)
  if (await isInstalled(root, folder)) return
  printLine('Installing the packages that run.')
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    await copyFile(join(root, name), join(folder, name))
  }
  await runWithVisibleErrors(
    'npm',
    ['ci', '--omit=dev', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    folder,
  )
}

function refuseForeignNode(node: string): void {
  const complaint = nodeComplaint(node)
  if (complaint === null) return
  rmSync(node)
  throw new StartError(complaint)
}

/**
 * Returns whether the packages of the current lock file are installed. npm writes `.package-lock.json` last, so this
 * file is missing after an interrupted installation.
 */
async function isInstalled(root: string, folder: string): Promise<boolean> {
  const [wanted, copied, list] = await Promise.all(
    [
      join(root, 'package-lock.json'),
      join(folder, 'package-lock.json'),
      join(folder, 'node_modules/.package-lock.json'),
    ].map(async (path) => readFile(path, 'utf8').catch(() => null)),
  )
  return list !== null && wanted === copied
}
