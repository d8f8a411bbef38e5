import pg from 'pg'
import { execute } from '#server/database/sql.ts'

/** Creates the database `portal` on the server of `adminUrl`, if it does not exist. */
export async function ensurePortalDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const foundCount = await execute(client)`select from pg_database where datname = 'portal'`
    if (foundCount === 0) await execute(client)`create database portal`
  } finally {
    await client.end()
  }
}
