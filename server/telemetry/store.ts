import { join } from 'sql-template-tag'
import type { HistoryDatapoint } from '#contract/datapoints.ts'
import { type Cursor, type Statement, execute, openCursor, readOne, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { TimeRange } from './partitions.ts'
import { type EpochDays, firstOfMonth } from './months.ts'

/**
 * Prevents partitions of telemetry from being dropped until the transaction ends. In a snapshot it must be the first statement:
 * reports that are packed and dropped between the snapshot and the lock would be missing.
 */
export async function keepPartitions(transaction: Transaction): Promise<void> {
  await execute(
    transaction,
    sql`lock table only telemetry, only telemetry_day, only telemetry_month in access share mode`,
  )
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

/** Part of a packed day, or of a merged month, which covers `days` days from `day` (epoch days) on. */
export type PartRow = { day: number; days: number; reportCount: number; data: Buffer }

const epochDay = sql`(day - date '1970-01-01')`

const dayFrom = (day: number): Statement => sql`date '1970-01-01' + ${day}::int`

/**
 * Rows of packed days and merged months of a gateway that cover some of these days. `columns`: the columns to read, which both
 * tables have.
 */
const packedRows = (columns: Statement, gatewayId: string, { first, last }: EpochDays): Statement => sql`
  select ${columns}, day, part, 1 as days from telemetry_day
  where gateway_id = ${gatewayId} and day >= ${dayFrom(first)} and day <= ${dayFrom(last)}
  union all
  select ${columns}, day, part, days from telemetry_month
  where gateway_id = ${gatewayId} and day >= ${dayFrom(firstOfMonth(first))} and day <= ${dayFrom(last)}
    and day + days > ${dayFrom(first)}`

/** The packed days and merged months of a gateway that have one of these days, in their order. */
export async function openParts(
  transaction: Transaction,
  gatewayId: string,
  days: EpochDays,
): Promise<Cursor<PartRow>> {
  return openCursor(
    transaction,
    sql<PartRow>`
      select ${epochDay} as day, days, report_count as "reportCount", data
      from (${packedRows(sql`report_count, data`, gatewayId, days)}) as packed
      order by packed.day, part`,
    'packed_rows',
  )
}

/**
 * The reports of one moment (epoch seconds). `reports`: a list of JSON without its brackets, of `[unit, seconds until the
 * reception, values]`.
 */
export type MomentRow = { ts: number; reports: string }

/** The loose reports to read. */
export type LooseWanted = TimeRange & {
  gatewayId: string
  isHot: boolean
  units: readonly string[] | undefined
  receivedUntil: number | undefined
}

const time = (ms: number): Statement => sql`to_timestamp(${ms}::float8 / 1000)`

/** Reports that are not packed, by time, then unit. Of the same report in both tables, the one in `telemetry` is first. */
export async function openLooseReports(transaction: Transaction, wanted: LooseWanted): Promise<Cursor<MomentRow>> {
  const { gatewayId, isHot, units, from, until, receivedUntil } = wanted
  const within = sql`gateway_id = ${gatewayId} and ts >= ${time(from)} and ts < ${time(until)}
    ${receivedUntil === undefined ? sql`` : sql`and received_at <= ${time(receivedUntil)}`}`
  // One index scan for each unit, because the key is gateway, unit and time: PostgreSQL merges sorted scans and sorts
  // nothing.
  const walk = (table: Statement, turn: number, unit?: string) => sql`(
    select ts, received_at, unit, payload, ${turn}::int as turn from ${table}
    where ${within} ${unit === undefined ? sql`` : sql`and unit = ${unit}`} order by ts)`
  const walksOf = (table: Statement, turn: number) =>
    units ? units.map((unit) => walk(table, turn, unit)) : [walk(table, turn)]
  const walks = [...(isHot ? walksOf(sql`telemetry`, 0) : []), ...walksOf(sql`telemetry_late_report`, 1)]
  // One row for all reports of a moment: a row takes more CPU than a report, and all units of a gateway report at the
  // same moment.
  return openCursor(
    transaction,
    sql<MomentRow>`
      select date_part('epoch', ts) as ts,
        string_agg(
          '["' || unit || '",' || date_part('epoch', received_at - ts) || ',' || payload || ']', ','
          order by unit collate "C", turn
        ) as reports
      from (${join(walks, ' union all ')}) as report group by report.ts order by report.ts`,
    'loose_rows',
  )
}

/** The numbers of a unit in the slice with this index, counted from 1. `numbers`: a line for each key, the numbers of JSON between commas. */
export type SliceRow = { unit: string; slice: number; numbers: string }

/**
 * `begins`: the times at which the slices begin, in epoch milliseconds, ascending; the first is `from`. `datapointsOf`:
 * the datapoints to read, by unit.
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
  const walks = [...datapointsOf].map(([unit, datapoints]) => valuesOfUnit(unit, datapoints))
  return openCursor(transaction, sql<SliceRow>`${join(walks, ' union all ')}`, 'loose_rows')

  // The order of the rows is the order of the numbers.
  function valuesOfUnit(unit: string, datapoints: readonly HistoryDatapoint[]): Statement {
    const lists = join(
      datapoints.map(({ key }) => numbersOf(key)),
      `, e'\\n', `,
    )
    return sql`
      select ${unit}::text as unit, slice, concat(${lists}) as numbers
      from (
        select width_bucket(ts, ${slices}::timestamptz[]) as slice, payload from telemetry
        where gateway_id = ${gatewayId} and unit = ${unit} and ts >= ${time(from)} and ts < ${time(until)}
        order by slice, ts
      ) as sliced group by slice`
  }
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
        ${packedRows(sql`report_count`, gatewayId, { first, last })}
      ) or exists (
        select from telemetry_late_report
        where gateway_id = ${gatewayId} and ts >= ${time(from)} and ts < ${time(until)}
      ) as found`,
  )
  return found
}

/** Hours of a packed day, or of a merged month that begins with `day` (epoch days) and has `days` days. */
export type HoursRow = { day: number; days: number; hours: Buffer }

/** The hours of packed days and merged months that have one of these days, in their order. */
export async function readHours(transaction: Transaction, gatewayId: string, days: EpochDays): Promise<HoursRow[]> {
  return readRows(
    transaction,
    sql<HoursRow>`
      select ${epochDay} as day, days, hours from (${packedRows(sql`hours`, gatewayId, days)}) as packed
      where hours is not null order by packed.day`,
  )
}

/** The days (epoch days) from `first` on of which reports came late. */
export async function readLateDays(transaction: Transaction, gatewayId: string, first: number): Promise<number[]> {
  const rows = await readRows(
    transaction,
    sql<{ day: number }>`
      select distinct ((ts at time zone 'UTC')::date - date '1970-01-01') as day from telemetry_late_report
      where gateway_id = ${gatewayId} and ts >= ${time(first * 86_400_000)}`,
  )
  return rows.map(({ day }) => day)
}
