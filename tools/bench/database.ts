import type { Pool } from 'pg'
import { openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'

/** Makes a database of this name on a server, with all tables, empty. Answers its URL. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await workOnDatabase(serverUrl, (pool) => pool.query(`create database ${name}`))
  const url = serverUrl.replace(/\/[^/]*$/u, `/${name}`)
  await migrate({ url })
  return url
}

/** Works on a database by one connection, each statement for as long as it takes. */
export async function workOnDatabase<Result>(url: string, work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const { pool, close } = openDatabase(url, { max: 1, statementWithinMs: 0 })
  try {
    return await work(pool)
  } finally {
    await close()
  }
}
