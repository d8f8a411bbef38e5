import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runToEnd } from '../run-to-end.ts'
import { runBuildah } from './image-tools.ts'

const release = 'bookworm'
const baseName = 'localhost/gateway-portal-base'
/**
 * The Debian packages of the base image: the folder structure and the libraries that Node needs. Node contains its
 * own CA certificates.
 */
const packages = 'base-files,libc6,libstdc++6,libgcc-s1'

/** Builds the base image from Debian packages. Returns its name. */
async function buildBaseImage(root: string, printLine: (text: string) => void): Promise<string> {
  const archive = join(root, `dist/image-base-${release}.tar`)
  if (!existsSync(archive)) {
    printLine('Fetching the base from Debian.')
    await runToEnd('mmdebstrap', ['--variant=extract', `--include=${packages}`, release, archive])
  }
  const container = await runBuildah('from', 'scratch')
  await runBuildah('add', '--quiet', container, archive, '/')
  await runBuildah('commit', '--quiet', '--rm', container, baseName)
  return baseName
}

const name = 'localhost/gateway-portal'

/** Builds the container image from `deploy/Containerfile`. Returns its name. */
export async function buildImage(root: string, printLine: (text: string) => void): Promise<string> {
  const base = await buildBaseImage(root, printLine)
  printLine('Building the image.')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const revision = await runToEnd('git', ['-C', root, 'rev-parse', 'HEAD']).catch(() => 'unknown')
  const args = { BASE: base, VERSION: version, REVISION: revision }
  const buildArgs = Object.entries(args).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`])
  // Uses the format of Docker, because the OCI format has no health check.
  const options = ['--isolation', 'chroot', '--layers=false', '--format', 'docker', '--pull=never', ...buildArgs]
  await runBuildah('bud', '--quiet', ...options, '--file', join(root, 'deploy/Containerfile'), '--tag', name, root)
  return name
}
