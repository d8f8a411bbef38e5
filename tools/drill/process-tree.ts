import { globSync, readFileSync } from 'node:fs'

/**
 * Returns the ids of a process and all its descendants. proc(5): field 4 of `stat` is the parent; the name in field 2
 * may contain spaces.
 */
export function findProcessTree(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const file of globSync('/proc/[0-9]*/stat')) {
    const stat = statOf(file)
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    const own = Number(stat.slice(0, stat.indexOf(' ')))
    children.set(parent, [...(children.get(parent) ?? []), own])
  }
  const found = [pid]
  for (const one of found) found.push(...(children.get(one) ?? []))
  return found
}

function statOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Sends a signal to each of the processes. Ignores processes that have ended. */
export function signalProcesses(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
