import pg from 'pg'
import { execute, sql } from '#server/database/sql.ts'

/** Creates the database `portal` on the server of `adminUrl`, if it does not exist. */
export async function ensurePortalDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const foundCount = await execute(client, sql`select from pg_database where datname = 'portal'`)
    if (foundCount === 0) await execute(client, sql`create database portal`)
  } finally {
    await client.end()
  }
}
