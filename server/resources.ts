import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const megabyte = 1024 * 1024
const youngMegabytes = 2

/**
 * Keeps the part of the memory where V8 makes new objects at two halves of 2 MB, or as large as it is now. V8 lets it grow to
 * 100 MB while thousands of sockets connect, and gives nothing back: that is more than all the sockets need. With halves of
 * 1 MB, as they are at first, it collects so often that each message costs a twentieth more. For processes that mostly hold
 * connections; those that build large answers are quicker with the growth.
 */
export function keepYoungMemory(): void {
  growYoungMemory()
  stopYoungMemory()
}

/** More than it takes. */
const objectsAtMost = 1_000_000
const objectsAtOnce = 1_000

// A running V8 takes no size. It grows when enough new objects have outlived a collection.
function growYoungMemory(): void {
  const staying: object[] = []
  while (youngSize() < 2 * youngMegabytes * megabyte && staying.length < objectsAtMost)
    for (let made = 0; made < objectsAtOnce; made++) staying.push({ made })
}

function stopYoungMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** Bytes. */
function youngSize(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? Infinity
}

/** Percent by which the memory may grow between two collections of what is not new any more. V8 would let it double. */
const heapGrowth = 15

/**
 * Keeps all memory of V8 near to what is in use: for a process that passes much through and keeps nothing of it, as the files of
 * exports, and takes a quarter of the memory for that, and as much CPU.
 */
export function keepMemory(): void {
  stopYoungMemory()
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
