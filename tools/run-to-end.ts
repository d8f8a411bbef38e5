import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartError } from '../scripts/processes/start-error.ts'

export type RunOptions = {
  cwd?: string
  /** Variables that are added to the environment of this process. */
  env?: Readonly<Record<string, string>>
  /** The text or bytes for standard input. */
  input?: string | Buffer
  /** The user that runs the program; by default that of this process. */
  user?: { uid: number; gid: number } | undefined
}

/**
 * Runs a program to its end, and returns what it printed, without spaces at the beginning and the end.
 *
 * @throws StartError with its last lines if the program fails
 */
export async function runToEnd(
  program: string,
  args: readonly string[],
  { cwd, env, input, user }: RunOptions = {},
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1 << 26, ...user }
  const running = promisify(execFile)(program, args, options)
  running.child.stdin?.end(input)
  try {
    return (await running).stdout.trim()
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    const lines = `${stdout}\n${stderr}`.trim().split('\n').slice(-20).join('\n')
    throw new StartError(`${program} ${args[0] ?? ''} failed: ${lines || message}`)
  }
}
