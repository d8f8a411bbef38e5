import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/** The last in the row. setpriority(2). */
const least = 19

/**
 * Lets every other process of the machine go first: work that nobody waits for by the second. On Linux each thread has
 * a priority of its own, and some run before a program's first line; elsewhere the process has one.
 */
export function lowerPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  for (const thread of threads) setPriority(thread, least)
}
