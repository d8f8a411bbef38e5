import pg from 'pg'

/** The serial numbers that nobody has added. */
export async function unclaimedSerials(databaseUrl: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ serial: string }>(
      'select serial from gateway where not exists (select from connection where gateway_id = gateway.id)',
    )
    return new Set(rows.map(({ serial }) => serial))
  } finally {
    await client.end()
  }
}
