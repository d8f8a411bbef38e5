import { spawn } from 'node:child_process'
import { userInfo } from 'node:os'
import { runToEnd } from '../run-to-end.ts'
import { StartError } from '../../scripts/processes/start-error.ts'

const packages = { buildah: 'buildah', mmdebstrap: 'mmdebstrap', unshare: 'util-linux', setpriv: 'util-linux' }

/** Checks that this machine can build images. @throws StartError that names the missing program or rights */
export async function refuseMissingTools(): Promise<void> {
  const missing: string[] = []
  for (const [tool, name] of Object.entries(packages)) {
    await runToEnd(tool, ['--version']).catch(() => missing.push(name))
  }
  if (missing.length > 0) throw new StartError(`Not installed here: ${missing.join(', ')} (packages of Debian).`)
  if (userInfo().uid !== 0) {
    throw new StartError('Building and trying the image here needs root; `npm run image -- prepare` does not.')
  }
}

/** Runs a buildah command with settings that need no container runtime: layers are copied (`vfs`). */
export async function runBuildah(...args: readonly string[]): Promise<string> {
  return runToEnd('buildah', ['--storage-driver', 'vfs', ...args])
}

/** Runs a program to its end, and shows its stderr on the terminal. @throws StartError if the program fails */
export async function runWithVisibleErrors(program: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((done) => child.once('exit', done))
  if (code !== 0) throw new StartError(`${program} ${args.join(' ')} failed; see above.`)
}
