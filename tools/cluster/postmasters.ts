import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isProcessAlive } from '../../scripts/processes/running-process.ts'

const endTimeoutMs = 15_000
const pollEveryMs = 100

/** Ends the PostgreSQL servers in this folder that still run after their Patroni has ended. */
export async function endPostmasters(folder: string): Promise<void> {
  const files = globSync(join(folder, 'postgres-*/data/postmaster.pid'))
  await Promise.all(files.map(endPostmaster))
}

async function endPostmaster(file: string): Promise<void> {
  const pid = readPostmasterPid(file)
  if (pid === undefined) return
  // Continues the process if it was stopped by SIGSTOP, because a stopped process handles no other signals.
  process.kill(pid, 'SIGCONT')
  // Shuts down immediately. This mode does not wait for a standby that has ended; the next start recovers the data.
  process.kill(pid, 'SIGQUIT')
  const giveUpAt = performance.now() + endTimeoutMs
  while (isProcessAlive(pid) && performance.now() < giveUpAt) await pause(pollEveryMs)
}

/**
 * Reads the process id from a `postmaster.pid`. Returns undefined if that process is not a running server of this
 * folder.
 */
export function readPostmasterPid(file: string): number | undefined {
  const [first = '', folder = ''] = readFileSync(file, 'utf8').split('\n')
  const pid = Number(first)
  return isProcessAlive(pid) && commandOf(pid).includes(folder) ? pid : undefined
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
