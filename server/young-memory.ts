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
