import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isProcessAlive } from '#server/database/running-process.ts'

const endTimeoutMs = 15_000
const pollEveryMs = 100

/** Ends the PostgreSQL servers of this folder that still run after their Patroni ended. */
export async function endPostmasters(folder: string): Promise<void> {
  const files = globSync(join(folder, 'postgres-*/data/postmaster.pid'))
  await Promise.all(files.map(endPostmaster))
}

async function endPostmaster(file: string): Promise<void> {
  const pid = postmasterOf(file)
  if (pid === undefined) return
  // Continues a process that SIGSTOP has stopped, because it does not handle other signals.
  process.kill(pid, 'SIGCONT')
  // Shuts down immediately: this does not wait for a standby that has ended, and the next start recovers.
  process.kill(pid, 'SIGQUIT')
  const giveUpAt = performance.now() + endTimeoutMs
  while (isProcessAlive(pid) && performance.now() < giveUpAt) await pause(pollEveryMs)
}

/** The process id in a `postmaster.pid`, if that process is a server of this folder. */
export function postmasterOf(file: string): number | undefined {
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
