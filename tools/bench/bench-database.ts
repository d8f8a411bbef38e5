import type { Pool } from 'pg'
import { openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'

/** Creates a database with the portal's empty tables on a server. Returns the URL of the database. */
export async function createBenchDatabase(serverUrl: string, name: string): Promise<string> {
  await runWithDatabasePool(serverUrl, (pool) => pool.query(`create database ${name}`))
  const url = serverUrl.replace(/\/[^/]*$/u, `/${name}`)
  await migrate({ url })
  return url
}

/** Runs `work` with a pool that has one connection and no statement timeout. */
export async function runWithDatabasePool<Result>(url: string, work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const { pool, close } = openDatabase(url, { max: 1, statementTimeoutMs: 0 })
  try {
    return await work(pool)
  } finally {
    await close()
  }
}
