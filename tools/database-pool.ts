import type { Pool } from 'pg'
import { openDatabase } from '#server/database/database.ts'

/** Runs `work` with a pool that has one connection and no statement timeout. */
export async function runWithDatabasePool<Result>(url: string, work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const { pool, close } = openDatabase(url, { max: 1, statementTimeoutMs: 0 })
  try {
    return await work(pool)
  } finally {
    await close()
  }
}
