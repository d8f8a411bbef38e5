import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runBuildah, runTool } from './image-tools.ts'

const release = 'bookworm'
const name = 'localhost/gateway-portal-base'
/**
 * The Debian packages of the base image: the folder structure and the libraries that Node needs. CA certificates are
 * not needed, because Node contains its own.
 */
const packages = 'base-files,libc6,libstdc++6,libgcc-s1'

/** Builds the base image from Debian packages. Returns its name. */
export async function buildBaseImage(root: string, printLine: (text: string) => void): Promise<string> {
  const archive = join(root, `dist/image-base-${release}.tar`)
  if (!existsSync(archive)) {
    printLine('Fetching the base from Debian.')
    await runTool('mmdebstrap', ['--variant=extract', `--include=${packages}`, release, archive])
  }
  const container = await runBuildah('from', 'scratch')
  await runBuildah('add', '--quiet', container, archive, '/')
  await runBuildah('commit', '--quiet', '--rm', container, name)
  return name
}
