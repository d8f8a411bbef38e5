import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { migrateDatabase } from '#server/database/migrate-database.ts'
import { startTemporaryDatabase } from '#test/processes/temporary-database.ts'
import { runWithDatabasePool } from '../database-pool.ts'
import { readProcessTable } from '../process-table.ts'

/** A PostgreSQL server and an empty folder. Both are removed at the end of the benchmark. */
export type BenchServer = AsyncDisposable & {
  url: string
  folder: string
  /** Creates a database with the portal's empty tables. Returns its URL. */
  createDatabase(name: string): Promise<string>
}

/** Starts the server of a benchmark. `durable`: whether commits are forced to disk. */
export async function startBenchServer({ durable }: { durable: boolean }): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const { url, stop } = await startTemporaryDatabase({ durable })
  return {
    url,
    folder,
    createDatabase: async (name) => {
      await runWithDatabasePool(url, (pool) => pool.query(`create database ${name}`))
      const created = url.replace(/\/[^/]*$/u, `/${name}`)
      await migrateDatabase({ url: created })
      return created
    },
    [Symbol.asyncDispose]: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the process id of the local PostgreSQL server's main process. NaN if the system has no /proc. */
export async function findPostgresPid(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return readProcessTable().find(({ pid }) => pid === rows[0]?.pid)?.parent ?? Number.NaN
}
