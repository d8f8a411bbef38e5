import { readFile, readdir } from 'node:fs/promises'

/** How often a second the kernel counts. Linux, proc(5): `getconf CLK_TCK` is 100 everywhere. */
const ticksPerS = 100

type ProcessTimes = { parent: number; cpuS: number }

/** Seconds of CPU that a process and its children have used until now; NaN where the system has no /proc. */
export async function cpuOfFamily(pid: number): Promise<number> {
  const names = await readdir('/proc').catch(() => [])
  const times = await Promise.all(names.filter((name) => /^\d+$/u.test(name)).map(timesOf))
  const family = times.filter((one) => one !== null && (one.pid === pid || one.parent === pid))
  return family.length === 0 ? Number.NaN : family.reduce((sum, one) => sum + (one?.cpuS ?? 0), 0)
}

async function timesOf(name: string): Promise<(ProcessTimes & { pid: number }) | null> {
  // Ended meanwhile, as most that cannot be read.
  const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number)
  return { pid: Number(name), parent: parent ?? 0, cpuS: ((user ?? 0) + (system ?? 0)) / ticksPerS }
}
