import { type Database, openDatabase } from '#server/database/database.ts'
import { execute, readRows } from '#server/database/sql.ts'
import { demoEmails } from '../demo/people.ts'

/**
 * Whether the database has the seed. The seed inserts the owner last, together with the appliances, so an owner with
 * this issuer proves that the seed is complete.
 */
export async function isSeeded(databaseUrl: string, issuer: string): Promise<boolean> {
  return queryDatabase(databaseUrl, async ({ pool }) => {
    return (await execute(pool)`select from person where issuer = ${issuer} and email = ${demoEmails.owner}`) > 0
  })
}

/** Reads the serial numbers of the gateways that nobody has claimed. */
export async function readUnclaimedSerials(databaseUrl: string): Promise<Set<string>> {
  return queryDatabase(databaseUrl, async ({ pool }) => {
    const rows = await readRows<{ serial: string }>(pool)`
      select serial from gateway where not exists (select from connection where gateway_id = gateway.id)`
    return new Set(rows.map(({ serial }) => serial))
  })
}

async function queryDatabase<Answer>(url: string, question: (database: Database) => Promise<Answer>): Promise<Answer> {
  const database = openDatabase(url, { max: 1 })
  try {
    return await question(database)
  } finally {
    await database.close()
  }
}
