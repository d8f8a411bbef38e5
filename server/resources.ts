import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const megabyte = 1024 * 1024
const youngMegabytes = 8
const usualLookMs = 5_000
/** Of the time since the last look. */
const busyShare = 0.1

/**
 * Keeps the part of the memory where V8 makes new objects at two halves of 8 MB, or as large as it is now. V8 lets it grow to
 * 100 MB while thousands of sockets connect, and gives the system nothing back: that is more than all the sockets need. With
 * halves of 1 or 2 MB each message costs up to a quarter more, since what is under way outlives a collection. V8 goes back to
 * them where there was little to do for some seconds; whoever is busy again gets the 8 MB again (decision 060). For processes
 * that mostly hold connections; those that build large answers are quicker with the growth.
 */
export function keepYoungMemory(lookEveryMs = usualLookMs): void {
  growYoungMemory()
  let known = process.cpuUsage()
  const look = (): void => {
    const { user, system } = process.cpuUsage(known)
    known = process.cpuUsage()
    if ((user + system) / 1000 > busyShare * lookEveryMs) growYoungMemory()
  }
  setInterval(look, lookEveryMs).unref()
}

/** More than it takes. */
const objectsAtMost = 2_000_000
const objectsAtOnce = 1_000

// A running V8 takes no size. It grows when enough new objects have outlived a collection.
function growYoungMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
  const staying: object[] = []
  while (youngSize() < 2 * youngMegabytes * megabyte && staying.length < objectsAtMost)
    for (let made = 0; made < objectsAtOnce; made++) staying.push({ made })
  stopYoungMemory()
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
