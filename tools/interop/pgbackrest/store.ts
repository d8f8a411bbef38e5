import { readRequiredRow, execute, type Queryable } from '#server/database/sql.ts'

export async function insertBackupTestGateway(db: Queryable): Promise<string> {
  const digest = Buffer.alloc(32)
  const row = await readRequiredRow<{ id: string }>(db)`
    insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
    values ('199999901', 'rrc1', 'BOILER', 'cedar', ${digest}, ${digest}) returning id`
  return row.id
}

export type ReportSeries = { gatewayId: string; from: number; count: number }

/** Inserts reports with times of the last hour. */
export async function insertReportSeries(db: Queryable, { gatewayId, from, count }: ReportSeries): Promise<void> {
  await execute(db)`
    insert into telemetry (gateway_id, unit, ts, received_at, seq, payload)
    select ${gatewayId}, 'hc1', now() - interval '1 hour' + n * interval '1 millisecond', now(), nextval('change_seq'),
      '{"roomTemperature": 20}'
    from generate_series(${from}::int, ${from + count - 1}::int) as n`
}

export async function countStoredReports(db: Queryable, gatewayId: string): Promise<number> {
  const row = await readRequiredRow<{ count: number }>(db)`
    select count(*)::int as count from telemetry where gateway_id = ${gatewayId}`
  return row.count
}

export async function insertSessionOfPerson(db: Queryable, idDigest: Buffer, subject: string): Promise<void> {
  await execute(db)`
    with person as (insert into person (issuer, subject) values ('https://identity.example', ${subject}) returning id)
    insert into session (id_digest, person_id, access_token, access_expires_at, renew_at, id_token, created_at, expires_at, renewed_at)
    select ${idDigest}, id, '', now(), now(), '', now(), now() + interval '1 day', now() from person`
}

export async function countSessions(db: Queryable): Promise<number> {
  return (await readRequiredRow<{ count: number }>(db)`select count(*)::int as count from session`).count
}

export async function readNextSequenceNumber(db: Queryable): Promise<number> {
  return (await readRequiredRow<{ number: number }>(db)`select nextval('change_seq')::float8 as number`).number
}

export async function readDatabaseTime(db: Queryable): Promise<Date> {
  return (await readRequiredRow<{ moment: Date }>(db)`select clock_timestamp() as moment`).moment
}
