import type { Pool } from 'pg'
import { historyDatapoints } from '#contract/datapoints.ts'
import { dayMs } from '#contract/durations.ts'
import { historyEnd, historyStart } from './data.ts'

const points = 500
const charted = ['heatCurve.flowTemperature', 'hc1.roomTemperature', 'dhw1.temperature']

/**
 * Creates the table of the baseline, and inserts one row for each datapoint and hour of one gateway. Unlike the
 * portal's rows, they are not packed.
 */
export async function createHourTable(pool: Pool): Promise<void> {
  await pool.query(
    `create table hour_value (datapoint text, hour timestamptz, least float8, most float8, last float8, sum float8, count int,
       primary key (datapoint, hour) include (least, most, last, sum, count))`,
  )
  await pool.query(
    `insert into hour_value
     select datapoint, hour, 20 + random(), 22 + random(), 21 + random(), 100 * random(), 5
     from unnest($1::text[]) as datapoint, generate_series($2::timestamptz, $3::timestamptz, interval '1 hour') as hour`,
    [historyDatapoints.map(({ id }) => id), historyStart, historyEnd],
  )
}

/**
 * Returns the reads of the baseline, as plain statements that share no code with the portal. Each of them reads `days`
 * days before the last report.
 */
export function createBaselineReads(pool: Pool, gatewayId: string) {
  const stepsOf = (days: number) => {
    const [end, lasts] = [Date.parse(historyEnd), days * dayMs]
    return Array.from({ length: points }, (_, step) => new Date(end - lasts + (step * lasts) / points))
  }
  return {
    history: async (days: number) => {
      await pool.query({ name: 'values', text: valuesText, values: [stepsOf(days)] })
      await pool.query({ name: 'statuses', text: statusesText, values: [stepsOf(days), gatewayId] })
    },
    chart: async (days: number) => {
      await pool.query({ name: 'means', text: meansText, values: [stepsOf(days), charted] })
      await pool.query({ name: 'begins', text: beginsText, values: [stepsOf(days), gatewayId] })
    },
  }
}

const valuesText = `
  select datapoint, width_bucket(hour, $1::timestamptz[]) as step, min(least) as least, max(most) as most,
    (max(array[date_part('epoch', hour), last]))[2] as last
  from hour_value where hour >= ($1::timestamptz[])[1] group by 1, 2 order by 1, 2`

const statusesText = `
  select status, width_bucket(at, $1::timestamptz[]) as step, sum(next - at) as lasted, count(*)::int as runs
  from (
    select status, at, lead(at) over (order by at, id) as next from status_change
    where gateway_id = $2 and at >= ($1::timestamptz[])[1]
  ) as change
  group by 1, 2 order by 2, 1`

const meansText = `
  select datapoint, width_bucket(hour, $1::timestamptz[]) as step, sum(sum) / sum(count) as mean
  from hour_value where datapoint = any ($2::text[]) and hour >= ($1::timestamptz[])[1] group by 1, 2 order by 1, 2`

const beginsText = `
  select step, (
    select status from status_change where gateway_id = $2 and at <= step order by at desc, id desc limit 1
  ) as status
  from unnest($1::timestamptz[]) as step`
