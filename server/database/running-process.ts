import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A process that is told apart from a later one with the same number by the moment it started. */
export type ProcessIdentity = { pid: number; startedAt: string }

/** The identity of a living process, or undefined when there is none with that number. */
export async function identityOf(pid: number): Promise<ProcessIdentity | undefined> {
  if (!isAlive(pid)) return undefined
  const startedAt = (await startFromProc(pid)) ?? (await startFromPs(pid))
  return startedAt === undefined ? undefined : { pid, startedAt }
}

/** Whether the very process that was noted still runs. */
export async function isStillRunning(noted: ProcessIdentity): Promise<boolean> {
  return (await identityOf(noted.pid))?.startedAt === noted.startedAt
}

/** Whether a process with this number exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// proc(5): field 22 is the start time in clock ticks since boot; the name in field 2 may hold blanks and brackets.
// A zombie (state Z) has ended and only waits for its parent.
async function startFromProc(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}

async function startFromPs(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux' || process.platform === 'win32') return undefined
  const answer = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => undefined)
  return answer?.stdout.trim() || undefined
}
