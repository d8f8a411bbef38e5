import type { GatewayStatus } from '#contract/appliance.ts'
import type { ChartedReading, ReadingId } from '#contract/datapoints.ts'
import { execute, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** Steps of equal length: from `begin` on, `stepSeconds` each, `count` of them, the last cut off at `end`. */
export type Steps = { begin: Date; end: Date; stepSeconds: number; count: number }

export type StepMeans = Record<ChartedReading, number | null> & { step: number }

/**
 * The mean temperatures of the steps, in degrees Celsius. What no thermometer of a heating system says is left out: only
 * numbers of JSON lie between two of them. Step by step, since one grouping of all reports would have to sort them.
 */
export async function readMeans(
  transaction: Transaction,
  gatewayId: string,
  { begin, end, stepSeconds, count }: Steps,
): Promise<StepMeans[]> {
  const meanOf = (id: ReadingId<ChartedReading>) => {
    const [unit, key] = id.split('.')
    return sql`(
    select avg((payload -> ${key}::text)::float8)
      filter (where payload -> ${key}::text between '-100'::jsonb and '250'::jsonb)
    from telemetry
    where gateway_id = ${gatewayId} and unit = ${unit} and ts >= since and ts < until
      -- Known when it is planned: other months are not even opened.
      and ts >= ${begin} and ts < ${end}
  )`
  }
  return readRows(
    transaction,
    sql<StepMeans>`
      select step, ${meanOf('heatCurve.flowTemperature')} as "flowTemperature",
        ${meanOf('hc1.roomTemperature')} as "roomTemperature", ${meanOf('dhw1.temperature')} as "hotWaterTemperature"
      from generate_series(0, ${count}::int - 1) as step
      cross join lateral (
        select ${begin}::timestamptz + step * ${stepSeconds}::int * interval '1 second' as since,
          least(${begin}::timestamptz + (step + 1) * ${stepSeconds}::int * interval '1 second', ${end}) as until
      ) as span`,
  )
}

export type StepStatus = { step: number; status: GatewayStatus | null }

/** The status with which each step began, null before anything was known. */
export async function readStepStatuses(
  transaction: Transaction,
  gatewayId: string,
  { begin, stepSeconds, count }: Steps,
): Promise<StepStatus[]> {
  return readRows(
    transaction,
    sql<StepStatus>`
      select step, (
        select status from status_change s
        where s.gateway_id = ${gatewayId} and s.at <= ${begin}::timestamptz + step * ${stepSeconds}::int * interval '1 second'
        order by s.at desc, s.id desc limit 1
      ) as status
      from generate_series(0, ${count}::int - 1) as step`,
  )
}

/** Lets no statement of the transaction take longer. */
export async function limitStatements(transaction: Transaction, ms: number): Promise<void> {
  await execute(transaction, sql`select set_config('statement_timeout', ${String(ms)}, true)`)
}
