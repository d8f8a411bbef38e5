import type { Pool } from 'pg'
import { inTransaction } from '#server/database/transaction.ts'
import type { TelemetryDamage, ReportsQuery } from '#server/telemetry/read-reports.ts'
import { readReports } from '#server/telemetry/read-reports.ts'
import type { TelemetryReport } from '#server/telemetry/telemetry-report.ts'
import { preventPartitionDrop } from '#server/telemetry/store.ts'

let serial = 0

/** Inserts a gateway, and returns its id. */
export async function insertTestGateway(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
     values ('packing' || $1::int, 'rrc1', 'HP', 'cedar', decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'))
     returning id`,
    [(serial += 1)],
  )
  return rows[0]?.id ?? ''
}

/** A report for `insertTestReports`. `ts` and `receivedAt` are in RFC 3339. By default `receivedAt` is the same as `ts`. */
export type ReportToStore = { gatewayId: string; unit?: string; ts: string; receivedAt?: string; values: object }

/** Inserts reports into a table. Ignores reports that the table already has. */
export async function insertTestReports(
  pool: Pool,
  reports: readonly ReportToStore[],
  table = 'telemetry',
): Promise<void> {
  await pool.query(
    `insert into ${table} (gateway_id, unit, ts, received_at, seq, payload)
     select gateway_id, unit, ts, received_at, 0, payload
     from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::jsonb[])
       as report (gateway_id, unit, ts, received_at, payload) on conflict do nothing`,
    [
      reports.map(({ gatewayId }) => gatewayId),
      reports.map(({ unit = 'hc1' }) => unit),
      reports.map(({ ts }) => ts),
      reports.map(({ ts, receivedAt = ts }) => receivedAt),
      reports.map(({ values }) => JSON.stringify(values)),
    ],
  )
}

/** A report of a unit. `ts`: its time, in RFC 3339 or in epoch ms. */
export type UnitReport = [unit: string, ts: string | number, values: object]

/** Inserts reports of one gateway. Ignores reports that the table already has. */
export async function insertUnitReports(pool: Pool, gatewayId: string, reports: readonly UnitReport[]): Promise<void> {
  await insertTestReports(
    pool,
    reports.map(([unit, ts, values]) => ({ gatewayId, unit, ts: new Date(ts).toISOString(), values })),
  )
}

const everything = { from: Date.UTC(2024, 0), until: Date.UTC(2027, 0) }

export type ReadAllReportsOptions = Partial<Omit<ReportsQuery, 'gatewayId'>>

/** Reads all reports of a gateway with the portal's own code. */
export async function readAllReports(
  pool: Pool,
  gatewayId: string,
  options: ReadAllReportsOptions = {},
): Promise<TelemetryReport[]> {
  return inTransaction(
    pool,
    async (transaction) => {
      await preventPartitionDrop(transaction)
      const wanted = { ...everything, onDamaged: throwDamage, ...options, gatewayId }
      const telemetryReports: TelemetryReport[] = []
      for await (const reports of readReports(transaction, wanted)) telemetryReports.push(...reports)
      return telemetryReports
    },
    'snapshot',
  )
}

function throwDamage({ error }: TelemetryDamage): never {
  throw error
}

/**
 * Returns the time, unit and values of each report. The time is an RFC 3339 text, so that the output of a failed
 * comparison is easy to read.
 */
export function comparableReportsOf(reports: readonly TelemetryReport[]): unknown[] {
  return reports.map(({ micros, unit, values }) => [new Date(micros / 1000).toISOString(), unit, values])
}
