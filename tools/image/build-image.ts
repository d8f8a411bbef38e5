import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runBuildah, runTool } from './image-tools.ts'

const name = 'localhost/gateway-portal'

/** Builds the container image from `deploy/Containerfile`. Returns its name. */
export async function buildImage(root: string, base: string, printLine: (text: string) => void): Promise<string> {
  printLine('Building the image.')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const revision = await runTool('git', ['-C', root, 'rev-parse', 'HEAD']).catch(() => 'unknown')
  const args = { BASE: base, VERSION: version, REVISION: revision }
  const buildArgs = Object.entries(args).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`])
  // Uses the format of Docker, because the OCI format has no health check.
  const options = ['--isolation', 'chroot', '--layers=false', '--format', 'docker', '--pull=never', ...buildArgs]
  await runBuildah('bud', '--quiet', ...options, '--file', join(root, 'deploy/Containerfile'), '--tag', name, root)
  return name
}
