import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the part of the memory where V8 makes new objects as large as it is now. V8 lets it grow to 100 MB while thousands
 * of sockets connect, and gives nothing back: that is more than all the sockets need. For processes that mostly hold
 * connections; those that build large answers are quicker with the growth.
 */
export function keepYoungMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** Percent by which the memory may grow between two collections of what is not new any more. V8 would let it double. */
const heapGrowth = 15

/**
 * Keeps all memory of V8 near to what is in use: for a process that passes much through and keeps nothing of it, as the files of
 * exports, and takes a quarter of the memory for that, and as much CPU.
 */
export function keepMemory(): void {
  keepYoungMemory()
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`)
}

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
