import pg from 'pg'
import { emails } from '../demo/people.ts'

/** Whether the people and gateways of the demo are in the database, known by this issuer. */
export async function isSeeded(databaseUrl: string, issuer: string): Promise<boolean> {
  const text = 'select from person where issuer = $1 and email = $2'
  return (await ask(databaseUrl, { text, values: [issuer, emails.owner] })).length > 0
}

/** The serial numbers that nobody has added. */
export async function unclaimedSerials(databaseUrl: string): Promise<Set<string>> {
  const text = 'select serial from gateway where not exists (select from connection where gateway_id = gateway.id)'
  return new Set((await ask<{ serial: string }>(databaseUrl, { text })).map(({ serial }) => serial))
}

async function ask<Row extends pg.QueryResultRow>(databaseUrl: string, query: pg.QueryConfig): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}
