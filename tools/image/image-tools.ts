import { execFile, spawn } from 'node:child_process'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'

/** Thrown if the image cannot be built. The message is one sentence. */
export class ImageError extends Error {
  override name = 'ImageError'
}

const packages = { buildah: 'buildah', mmdebstrap: 'mmdebstrap', unshare: 'util-linux', setpriv: 'util-linux' }

/** Checks that this machine can build images. @throws ImageError that names the missing program or rights */
export async function refuseMissingTools(): Promise<void> {
  const missing: string[] = []
  for (const [tool, name] of Object.entries(packages)) {
    await runTool(tool, ['--version']).catch(() => missing.push(name))
  }
  if (missing.length > 0) throw new ImageError(`Not installed here: ${missing.join(', ')} (packages of Debian).`)
  if (userInfo().uid !== 0) {
    throw new ImageError('Building and trying the image here needs root; `npm run image -- prepare` does not.')
  }
}

/** Runs a program to its end and returns its stdout. @throws ImageError with the last output if the program fails */
export async function runTool(program: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, [...args], { maxBuffer: 1 << 26 })
    return stdout.trim()
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    throw new ImageError(`${program} ${args[0]} failed: ${stderr.trim().split('\n').slice(-5).join('\n') || message}`)
  }
}

/** Runs a buildah command with settings that need no container runtime: layers are copied (`vfs`). */
export async function runBuildah(...args: readonly string[]): Promise<string> {
  return runTool('buildah', ['--storage-driver', 'vfs', ...args])
}

/** Runs a program to its end, and shows its stderr on the terminal. @throws ImageError if the program fails */
export async function runWithVisibleErrors(program: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((done) => child.once('exit', done))
  if (code !== 0) throw new ImageError(`${program} ${args.join(' ')} failed; see above.`)
}
