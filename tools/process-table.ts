import { globSync, readFileSync } from 'node:fs'

/** A running process. `cpuS`: the CPU seconds of the process and of its ended children. */
export type ProcessEntry = { pid: number; parent: number; cpuS: number }

/**
 * The number of clock ticks in a second of CPU time in /proc. proc(5): `getconf CLK_TCK` is 100 on Linux for x86 and
 * ARM.
 */
const ticksPerS = 100

/** Reads all running processes. The list is empty if the system has no /proc. */
export function readProcessTable(): ProcessEntry[] {
  return globSync('/proc/[0-9]*/stat').flatMap((file) => {
    const stat = statOf(file)
    if (stat === undefined) return []
    // The name of the program in field 2 may contain spaces. The later fields begin with the state.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0)
    return [{ pid: Number.parseInt(stat, 10), parent: Number(fields[1]), cpuS: ticks / ticksPerS }]
  })
}

/** Reads the entry of a process. Returns undefined if the process has ended meanwhile. */
function statOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Returns the ids of a process and of all its descendants. */
export function findProcessTree(pid: number): number[] {
  const table = readProcessTable()
  const found = [pid]
  for (const one of found) found.push(...table.filter(({ parent }) => parent === one).map((child) => child.pid))
  return found
}

/** Returns the CPU seconds of a process and of its children. Returns NaN if the system has no /proc. */
export function readCpuSeconds(pid: number): number {
  const family = readProcessTable().filter((one) => one.pid === pid || one.parent === pid)
  return family.length === 0 ? Number.NaN : family.reduce((sum, { cpuS }) => sum + cpuS, 0)
}
