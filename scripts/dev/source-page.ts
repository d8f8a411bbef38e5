import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A page folder for the portal whose document is the source's: it loads /main.tsx, which Vite answers. */
export async function makeSourcePage(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'dev-page')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await copyFile(join(root, 'client/index.html'), join(folder, 'index.html'))
  return folder
}
