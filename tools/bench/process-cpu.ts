import { readFile, readdir } from 'node:fs/promises'
import type { Pool } from 'pg'

/**
 * The number of clock ticks in a second of CPU time in /proc. proc(5): `getconf CLK_TCK` is 100 on Linux for x86 and
 * ARM.
 */
const ticksPerS = 100

type ProcessTimes = { pid: number; parent: number; cpuS: number }

/**
 * Returns the CPU seconds of a process and its children, even of children that have ended. Returns NaN if the system
 * has no /proc.
 */
export async function readCpuSeconds(pid: number): Promise<number> {
  const names = await readdir('/proc').catch(() => [])
  const times = await Promise.all(names.filter((name) => /^\d+$/u.test(name)).map(timesOf))
  const family = times.filter((one) => one !== null && (one.pid === pid || one.parent === pid))
  return family.length === 0 ? Number.NaN : family.reduce((sum, one) => sum + (one?.cpuS ?? 0), 0)
}

/** Returns the process id of the local PostgreSQL server's main process. NaN if the system has no /proc. */
export async function findPostgresPid(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return (await timesOf(String(rows[0]?.pid)))?.parent ?? Number.NaN
}

async function timesOf(name: string): Promise<ProcessTimes | null> {
  // Ignores a process whose file cannot be read, because the process has most likely ended.
  const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0)
  return { pid: Number(name), parent: Number(fields[1]), cpuS: ticks / ticksPerS }
}
