import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A process, identified by its id and its start time. The id is not enough, because the system reuses ids. */
export type ProcessIdentity = { pid: number; startedAt: string }

/** Finds the identity of a running process. Returns undefined if no process has the id. */
export async function findProcessIdentity(pid: number): Promise<ProcessIdentity | undefined> {
  if (!isProcessAlive(pid)) return undefined
  const startedAt = (await startFromProc(pid)) ?? (await startFromPs(pid))
  return startedAt === undefined ? undefined : { pid, startedAt }
}

/** Returns whether this process still runs. Returns false if another process now has its id. */
export async function isStillRunning(processIdentity: ProcessIdentity): Promise<boolean> {
  return (await findProcessIdentity(processIdentity.pid))?.startedAt === processIdentity.startedAt
}

/** Returns whether a process has this id, even if the process belongs to another user. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// Reads the start time from /proc. Returns undefined for a zombie (state Z), which has ended and only waits for its
// parent.
async function startFromProc(pid: number): Promise<string | undefined> {
  const fields = await statFields(pid)
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}

/** The number of clock ticks of /proc in a second (`USER_HZ`). It is 100 on all Linux machines that Node supports. */
const ticksPerSecond = 100

/** Reads the CPU time that a process has used, in milliseconds. Returns 0 if the system does not provide it. */
export async function readCpuMs(pid: number): Promise<number> {
  const [user = 0, system = 0] = (await statFields(pid))?.slice(11, 13).map(Number) ?? []
  return ((user + system) * 1000) / ticksPerSecond
}

// Reads the fields of /proc/PID/stat from field 3 (state) on; the name in field 2 may contain blanks and brackets.
// Fields 14 and 15 are user and system CPU time, field 22 is the start time, all in clock ticks. See proc(5).
async function statFields(pid: number): Promise<string[] | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return line?.slice(line.lastIndexOf(')') + 2).split(' ')
}

async function startFromPs(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux' || process.platform === 'win32') return undefined
  const answer = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => undefined)
  return answer?.stdout.trim() || undefined
}
