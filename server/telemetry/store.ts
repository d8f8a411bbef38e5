import { join } from 'sql-template-tag'
import type { HistoryDatapoint } from '#contract/datapoints.ts'
import { type Cursor, type Statement, execute, openCursor, readOne, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { TimeRange } from './partitions.ts'

/**
 * Keeps partitions of telemetry from being dropped until the transaction ends. In a transaction that is a snapshot it has to come
 * first: what is packed and dropped between the snapshot and the lock would be in neither.
 */
export async function keepPartitions(transaction: Transaction): Promise<void> {
  await execute(transaction, sql`lock table only telemetry, only telemetry_day in access share mode`)
}

/** Partitions of `telemetry` in which the gateway may have reports that are not packed. */
export async function readLoosePartitions(transaction: Transaction, gatewayId: string): Promise<string[]> {
  const partitions = await readRows(
    transaction,
    sql<{ name: string }>`
      select c.relname::text as name
      from pg_inherits i join pg_class c on c.oid = i.inhrelid left join telemetry_packing p on p.partition = c.relname
      where i.inhparent = 'telemetry'::regclass and not i.inhdetachpending
        and (p.partition is null or not (p.is_complete or coalesce(p.through >= ${gatewayId}::uuid, false)))`,
  )
  return partitions.map(({ name }) => name)
}

/** Part of a packed day. `day`: epoch days. */
export type PartRow = { day: number; format: number; reportCount: number; data: Buffer }

/** Epoch days, both included. */
export type EpochDays = { first: number; last: number }

const epochDay = sql`(day - date '1970-01-01')`

const dayFrom = (day: number): Statement => sql`date '1970-01-01' + ${day}::int`

/** The packed days of a gateway, in their order. */
export async function openParts(
  transaction: Transaction,
  gatewayId: string,
  { first, last }: EpochDays,
): Promise<Cursor<PartRow>> {
  return openCursor(
    transaction,
    sql<PartRow>`
      select ${epochDay} as day, format, report_count as "reportCount", data from telemetry_day
      where gateway_id = ${gatewayId} and day >= ${dayFrom(first)} and day <= ${dayFrom(last)}
      order by telemetry_day.day, part`,
    'packed_rows',
  )
}

/** The reports of one moment, in epoch seconds, since to_char takes longer than all the rest. `reports`: a list of JSON without its brackets, of `[unit, seconds until the reception, values]`. */
export type MomentRow = { ts: number; reports: string }

/**
 * Which loose reports. `isHot`: those in `telemetry` too, else only those that came late. `units`: all where it is undefined.
 * `receivedUntil`: epoch milliseconds.
 */
export type LooseWanted = TimeRange & {
  gatewayId: string
  isHot: boolean
  units: readonly string[] | undefined
  receivedUntil: number | undefined
}

const time = (ms: number): Statement => sql`to_timestamp(${ms}::float8 / 1000)`

/** Reports that are not packed, by time, then unit; of one that is in both tables the one that came in time is first. */
export async function openLooseReports(transaction: Transaction, wanted: LooseWanted): Promise<Cursor<MomentRow>> {
  const { gatewayId, isHot, units, from, until, receivedUntil } = wanted
  const within = sql`gateway_id = ${gatewayId} and ts >= ${time(from)} and ts < ${time(until)}
    ${receivedUntil === undefined ? sql`` : sql`and received_at <= ${time(receivedUntil)}`}`
  // By unit, since the key begins with gateway, unit and time: sorted walks are merged, and nothing is sorted.
  const walk = (table: Statement, place: number, unit?: string) => sql`(
    select ts, received_at, unit, payload, ${place}::int as place from ${table}
    where ${within} ${unit === undefined ? sql`` : sql`and unit = ${unit}`} order by ts)`
  const walksOf = (table: Statement, place: number) =>
    units ? units.map((unit) => walk(table, place, unit)) : [walk(table, place)]
  const walks = [...(isHot ? walksOf(sql`telemetry`, 0) : []), ...walksOf(sql`telemetry_late_report`, 1)]
  // A row costs either side more than the report in it, and all units of a gateway report at the same moment.
  return openCursor(
    transaction,
    sql<MomentRow>`
      select date_part('epoch', ts) as ts,
        string_agg(
          '["' || unit || '",' || date_part('epoch', received_at - ts) || ',' || payload || ']', ','
          order by unit collate "C", place
        ) as reports
      from (${join(walks, ' union all ')}) as report group by report.ts order by report.ts`,
    'loose_rows',
  )
}

/** Numbers of a unit in a slice of time, counted from 1. `numbers`: JSON, a list for each key. */
export type SliceRow = { unit: string; slice: number; numbers: string }

/**
 * `begins`: of the slices, in epoch milliseconds, ascending; the first is `from`. `datapointsOf`: the wanted ones by their
 * unit.
 */
export type LooseValuesWanted = TimeRange & {
  gatewayId: string
  begins: readonly number[]
  datapointsOf: ReadonlyMap<string, readonly HistoryDatapoint[]>
}

/** Numbers out of `telemetry`. */
export async function openLooseValues(
  transaction: Transaction,
  { gatewayId, from, until, begins, datapointsOf }: LooseValuesWanted,
): Promise<Cursor<SliceRow>> {
  const slices = begins.map((begin) => new Date(begin))
  // The order of the rows is the order of the numbers.
  const ofUnit = ([unit, datapoints]: [string, readonly HistoryDatapoint[]]) => sql`
    select ${unit}::text as unit, slice,
      concat('[[', ${join(
        datapoints.map(({ key }) => numbersOf(key)),
        `, '],[', `,
      )}, ']]') as numbers
    from (
      select width_bucket(ts, ${slices}::timestamptz[]) as slice, payload from telemetry
      where gateway_id = ${gatewayId} and unit = ${unit} and ts >= ${time(from)} and ts < ${time(until)}
      order by slice, ts
    ) as sliced group by slice`
  return openCursor(transaction, sql<SliceRow>`${join([...datapointsOf].map(ofUnit), ' union all ')}`, 'loose_rows')
}

const numbersOf = (key: string): Statement => sql`
  string_agg(case when jsonb_typeof(payload -> ${key}::text) = 'number' then (payload -> ${key}::text)::text end, ',')`

/** Whether the gateway has reports of a range of time outside of `telemetry`: packed ones, or some that came late. */
export async function hasOthers(
  transaction: Transaction,
  gatewayId: string,
  { from, until }: TimeRange,
): Promise<boolean> {
  const [first, last] = [Math.floor(from / 86_400_000), Math.floor((until - 1) / 86_400_000)]
  const { found } = await readOne(
    transaction,
    sql<{ found: boolean }>`
      select exists (
        select from telemetry_day
        where gateway_id = ${gatewayId} and day >= ${dayFrom(first)} and day <= ${dayFrom(last)}
      ) or exists (
        select from telemetry_late_report
        where gateway_id = ${gatewayId} and ts >= ${time(from)} and ts < ${time(until)}
      ) as found`,
  )
  return found
}

/** Hours of a packed day. `day`: epoch days. */
export type HoursRow = { day: number; hours: Buffer }

/** The hours of packed days; of days of which reports came late there are none. */
export async function readHours(
  transaction: Transaction,
  gatewayId: string,
  { first, last }: EpochDays,
): Promise<HoursRow[]> {
  return readRows(
    transaction,
    sql<HoursRow>`
      select ${epochDay} as day, hours from telemetry_day
      where gateway_id = ${gatewayId} and day >= ${dayFrom(first)} and day <= ${dayFrom(last)} and hours is not null
        and day not in (
          select (ts at time zone 'UTC')::date from telemetry_late_report
          where gateway_id = ${gatewayId} and ts >= ${time(first * 86_400_000)}
        )
      order by telemetry_day.day`,
  )
}
