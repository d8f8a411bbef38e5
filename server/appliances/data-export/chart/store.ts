import { sql } from 'kysely'
import type { GatewayStatus } from '#contract/appliance.ts'
import type { Tx } from '../../store.ts'

/** Steps of equal length: from `begin` on, `stepSeconds` each, `count` of them, the last cut off at `end`. */
export type Steps = { begin: Date; end: Date; stepSeconds: number; count: number }

export type StepMeans = { step: number; flow: number | null; room: number | null; hotWater: number | null }

/** What no thermometer of a heating system says is left out: it is a fault of the report. */
const credible = sql`between -100 and 250`

/** The mean temperatures of each step in which something was reported, in degrees Celsius. */
export async function readMeans(
  transaction: Tx,
  gatewayId: string,
  { begin, end, stepSeconds }: Steps,
): Promise<StepMeans[]> {
  const { rows } = await sql<StepMeans>`
    select floor(extract(epoch from ts - ${begin}::timestamptz) / ${stepSeconds}::int)::int as step,
      avg(value) filter (where unit = 'heatCurve')::float8 as flow,
      avg(value) filter (where unit = 'hc1')::float8 as room,
      avg(value) filter (where unit = 'dhw1')::float8 as "hotWater"
    from telemetry
    cross join lateral (select case unit
      when 'heatCurve' then payload -> 'flowTemperature'
      when 'hc1' then payload -> 'roomTemperature'
      else payload -> 'temperature'
    end as found) as reported
    cross join lateral (select case when jsonb_typeof(found) = 'number' then found::numeric end as number) as numeric
    cross join lateral (select case when number ${credible} then number::float8 end as value) as credible
    where gateway_id = ${gatewayId} and unit in ('heatCurve', 'hc1', 'dhw1') and ts >= ${begin} and ts < ${end}
    group by step
  `.execute(transaction)
  return rows
}

export type StepStatus = { step: number; status: GatewayStatus | null }

/** The status with which each step began, null before anything was known. */
export async function readStatuses(
  transaction: Tx,
  gatewayId: string,
  { begin, stepSeconds, count }: Steps,
): Promise<StepStatus[]> {
  const { rows } = await sql<StepStatus>`
    select step, (
      select status from status_change s
      where s.gateway_id = ${gatewayId} and s.at <= ${begin}::timestamptz + step * ${stepSeconds}::int * interval '1 second'
      order by s.at desc, s.id desc limit 1
    ) as status
    from generate_series(0, ${count}::int - 1) as step
  `.execute(transaction)
  return rows
}

/** Lets no statement of the transaction take longer. */
export async function limitStatements(transaction: Tx, ms: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(transaction)
}
