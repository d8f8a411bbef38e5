import { readdir, readFile } from 'node:fs/promises'
import type { Pool } from 'pg'

const ticksPerSecond = 100

/** Seconds of CPU that the PostgreSQL of this machine behind a pool has used, by all its processes. Linux alone tells that. */
export async function databaseCpu(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = (await statOf(String(rows[0]?.pid)))?.parent
  const processes = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/u.test(name)).map(statOf))
  const ticks = processes
    .filter((each) => each?.pid === server || each?.parent === server)
    .reduce((sum, each) => sum + (each?.ticks ?? 0), 0)
  return ticks / ticksPerSecond
}

/** `ticks`: of the process, and of its children that have ended. See proc(5). */
async function statOf(pid: string): Promise<{ pid: string; parent: string | undefined; ticks: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { pid, parent: fields[1], ticks: fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0) }
}
