import type { GatewayStatus } from '#contract/appliance.ts'
import { type ChartedReading, type ReadingId, datapoints } from '#contract/datapoints.ts'
import { readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/**
 * Steps of equal length: from `begin` on, `stepSeconds` each, `count` of them, the last cut off at `end`. Nothing from before `since`
 * is in them.
 */
export type Steps = { begin: Date; since: Date; end: Date; stepSeconds: number; count: number }

export type StepMeans = Record<ChartedReading, number | null> & { step: number }

/**
 * The mean temperatures of the steps, in degrees Celsius. What no thermometer of a heating system says is left out: only
 * numbers of JSON lie between two of them. Step by step, since one grouping of all reports would have to sort them.
 */
export async function readMeans(
  transaction: Transaction,
  gatewayId: string,
  { begin, since, end, stepSeconds, count }: Steps,
): Promise<StepMeans[]> {
  const meanOf = (id: ReadingId<ChartedReading>) => {
    const [unit, key] = id.split('.')
    return sql`(
    select avg((payload -> ${key}::text)::float8)
      filter (where payload -> ${key}::text between '-100'::jsonb and '250'::jsonb)
    from telemetry
    where gateway_id = ${gatewayId} and unit = ${unit} and ts >= span.since and ts < span.until
      -- Known when it is planned: other months are not even opened.
      and ts >= ${since} and ts < ${end}
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

/** Hours that are made, of the steps' time. */
export type MadeSteps = Steps & { hours: { from: Date; until: Date } }

/** The same out of hours that are made, and of reports before and after those. Steps without a value are left out. */
export async function readMeansOfHours(
  transaction: Transaction,
  gatewayId: string,
  { begin, since, end, stepSeconds, hours }: MadeSteps,
): Promise<StepMeans[]> {
  const reportsWithin = (from: Date, until: Date) => sql`
    select d.id as datapoint, t.ts as at, (t.payload -> d.key)::float8 as sum, 1 as count
    from unnest(${ids}::text[], ${units}::text[], ${keys}::text[]) as d (id, unit, key)
    join telemetry t on t.unit = d.unit
    where t.gateway_id = ${gatewayId} and t.unit = any (${units}::text[])
      and t.ts >= ${from}::timestamptz and t.ts < ${until}::timestamptz
      and t.payload -> d.key between '-100'::jsonb and '250'::jsonb`
  const meanOf = (id: ReadingId<ChartedReading>) =>
    sql`sum(sum) filter (where datapoint = ${id}::text) / sum(count) filter (where datapoint = ${id}::text)`
  return readRows(
    transaction,
    sql<StepMeans>`
      select floor(date_part('epoch', at - ${begin}::timestamptz) / ${stepSeconds}::int)::int as step,
        ${meanOf('heatCurve.flowTemperature')} as "flowTemperature",
        ${meanOf('hc1.roomTemperature')} as "roomTemperature", ${meanOf('dhw1.temperature')} as "hotWaterTemperature"
      from (
        select datapoint, hour as at, sum, count from telemetry_hour
        where gateway_id = ${gatewayId} and datapoint = any (${ids}::text[])
          and hour >= ${hours.from}::timestamptz and hour < ${hours.until}::timestamptz
        union all
        ${reportsWithin(since, hours.from)}
        union all
        ${reportsWithin(hours.until, end)}
      ) as reading
      group by 1`,
  )
}

const charted = datapoints.filter(({ isCharted }) => isCharted)
const ids = charted.map(({ id }) => id)
const units = charted.map(({ unit }) => unit)
const keys = charted.map(({ key }) => key)

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
