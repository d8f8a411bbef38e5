import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/** The lowest CPU priority: a nice value of setpriority(2). */
const lowestPriority = 19

/**
 * Gives this process the lowest CPU priority of the machine, for work that is not urgent. On Linux each thread has its
 * own priority, and some threads start before the program's first line. On other systems the process has one priority.
 */
export function lowerCpuPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  for (const thread of threads) setPriority(thread, lowestPriority)
}
