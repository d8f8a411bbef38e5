import type { GatewayStatus } from '#contract/appliance.ts'
import type { FaultSeverity } from '#contract/faults.ts'
import { historyDatapoints } from '#contract/history.ts'
import { readOne, readRows, sql, type Statement } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { hourMs, madeHours } from '../made-hours.ts'
import { rolledUpThrough } from '../store.ts'
import type { HistorySteps } from './steps.ts'

/** What of a gateway's life is told. */
export type HistoryPart = { gatewayId: string; steps: HistorySteps }

/** `step` counts from 1. */
export type StepValues = { datapoint: string; step: number; least: number; most: number; last: number }

const ids = historyDatapoints.map(({ id }) => id)
const units = historyDatapoints.map(({ unit }) => unit)
const keys = historyDatapoints.map(({ key }) => key)

/**
 * The least, greatest and last value of each datapoint in each step, by datapoint and step: of hours that are made, and lie in
 * one step, out of those, else out of the reports. What no heating system measures is left out: only numbers of JSON lie
 * between two of them.
 */
export async function readStepValues(
  transaction: Transaction,
  { gatewayId, steps }: HistoryPart,
): Promise<StepValues[]> {
  const { begins, end } = steps
  const [begin = end] = begins
  const isByHour = steps.seconds * 1000 >= hourMs
  const hours = madeHours({ begin, end }, isByHour ? await rolledUpThrough(transaction, gatewayId) : null)
  const cutHours = hoursCutBy(begins, hours)
  const reportsWithin = (from: Statement, until: Statement) => sql`
    select d.id as datapoint, t.ts as at, (t.payload -> d.key)::float8 as least, (t.payload -> d.key)::float8 as most,
      (t.payload -> d.key)::float8 as last
    from unnest(${ids}::text[], ${units}::text[], ${keys}::text[]) as d (id, unit, key)
    join telemetry t on t.unit = d.unit
    where t.gateway_id = ${gatewayId} and t.unit = any (${[...new Set(units)]}::text[])
      and t.ts >= ${from} and t.ts < ${until}
      and t.payload -> d.key between '-100'::jsonb and '250'::jsonb`
  return readRows(
    transaction,
    sql<StepValues>`
      select datapoint, width_bucket(at, ${begins}::timestamptz[]) as step, min(least) as least, max(most) as most,
        -- The last, for far less than by sorting: of pairs the one with the greatest time.
        (max(array[date_part('epoch', at), last]))[2] as last
      from (
        select datapoint, hour as at, least, most, last from telemetry_hour
        where gateway_id = ${gatewayId} and hour >= ${hours.from}::timestamptz and hour < ${hours.until}::timestamptz
          and hour <> all (${cutHours}::timestamptz[])
        union all
        ${reportsWithin(moment(begin), moment(hours.from < end ? hours.from : end))}
        union all
        ${reportsWithin(moment(hours.until), moment(end))}
        ${
          cutHours.length === 0
            ? sql``
            : sql`
        union all
        select cut.* from unnest(${cutHours}::timestamptz[]) as hour (began)
        cross join lateral (${reportsWithin(sql`hour.began`, sql`hour.began + interval '1 hour'`)} offset 0) as cut`
        }
      ) as reading
      group by 1, 2 order by 1, 2`,
  )
}

function moment(at: Date): Statement {
  return sql`${at}::timestamptz`
}

/** The made hours in which a step begins: days of some zones begin at half past. What is in two steps is read by its reports. */
function hoursCutBy(begins: readonly Date[], { from, until }: { from: Date; until: Date }): Date[] {
  const within = begins.filter((begin) => begin > from && begin < until && begin.getTime() % hourMs !== 0)
  return within.map((begin) => new Date(Math.floor(begin.getTime() / hourMs) * hourMs))
}

/** Epoch milliseconds of changes in their order, and to which status each was. */
export type StatusChanges = { times: readonly number[]; statuses: readonly GatewayStatus[] }

/** So many changes of one gateway are looked at; a gateway that flutters every minute has as many in two years. */
export const statusChangesAtMost = 1_000_000

/**
 * Changes of the status within the steps, and the last before them: all in one row, and the times as PostgreSQL keeps them,
 * since reading a hundred thousand would take longer than all the rest.
 */
export async function readStatusChanges(
  transaction: Transaction,
  { gatewayId, steps: { begins, end } }: HistoryPart,
): Promise<StatusChanges> {
  const { times, statuses } = await readOne(
    transaction,
    sql<{ times: Buffer | null; statuses: string | null }>`
      select string_agg(timestamptz_send(at), '') as times, string_agg(status, ',') as statuses
      from (
        select at, status from status_change
        where gateway_id = ${gatewayId} and at < ${end}::timestamptz and at >= coalesce((
          select max(at) from status_change where gateway_id = ${gatewayId} and at <= ${begins[0]}::timestamptz
        ), '-infinity')
        order by at, id limit ${statusChangesAtMost}
      ) as change`,
  )
  if (times === null || statuses === null) return { times: [], statuses: [] }
  return { times: millisecondsOf(times), statuses: statuses.split(',') as GatewayStatus[] }
}

const epochOfPostgres = Date.UTC(2000, 0, 1)

/** Of moments as PostgreSQL sends them: microseconds since 2000, in eight bytes each. */
function millisecondsOf(moments: Buffer): number[] {
  const count = moments.length / 8
  return Array.from({ length: count }, (_, index) => {
    const microseconds = moments.readInt32BE(index * 8) * 2 ** 32 + moments.readUInt32BE(index * 8 + 4)
    return epochOfPostgres + Math.floor(microseconds / 1000)
  })
}

export type LastingFault = { code: string | null; severity: FaultSeverity; from: Date; to: Date | null }

/** Whose faults are told: those of the person's own time `since` that lasted into or began in the range. */
export type FaultsWanted = { gatewayId: string; since: Date; from: Date; to: Date; limit: number }

/** The newest first. One that began before `since` counts from there; one that was told twice in a row is one. */
export async function readFaults(transaction: Transaction, wanted: FaultsWanted): Promise<LastingFault[]> {
  const { gatewayId, since, from, to, limit } = wanted
  return readRows(
    transaction,
    sql<LastingFault>`
      with told as (
        select id, at, code, severity, lag((code, severity)) over (order by at, id) as before
        from fault_change
        where gateway_id = ${gatewayId} and at >= coalesce((
          select max(at) from fault_change
          where gateway_id = ${gatewayId} and at <= ${from}::timestamptz and severity is null
        ), '-infinity')
      ), change as (
        select id, at, code, severity, lead(at) over (order by at, id) as ended
        from told where before is null or (code, severity) is distinct from before
      )
      select code, severity, greatest(at, ${since}::timestamptz) as from, ended as to
      from change
      where severity is not null and at < ${to}::timestamptz and (ended is null or ended > ${from}::timestamptz)
      order by at desc, id desc limit ${limit}`,
  )
}
