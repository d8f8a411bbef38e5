import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/** The lowest priority for setpriority(2). */
const lowestPriority = 19

/**
 * Gives all other processes of the machine precedence, for work that is not urgent. On Linux each thread has its own
 * priority, and some start before the program's first line; elsewhere the process has one.
 */
export function lowerPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  for (const thread of threads) setPriority(thread, lowestPriority)
}
