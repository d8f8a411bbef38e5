import { join } from 'sql-template-tag'
import type { HistoryDatapoint } from '#contract/datapoints.ts'
import { dayMs } from '#contract/durations.ts'
import { type Cursor, type Statement, execute, openCursor, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { TimeRange } from './partition-range.ts'
import { type EpochDayRange, firstDayOfMonth } from './epoch-day-range.ts'

/**
 * Prevents that partitions of telemetry are dropped before the transaction ends. In a snapshot, this must be the first
 * statement. Otherwise reports that are packed and dropped between snapshot and lock would be missing.
 */
export async function preventPartitionDrop(transaction: Transaction): Promise<void> {
  await execute(transaction)`lock table only telemetry, only telemetry_day, only telemetry_month in access share mode`
}

/** Reads the names of partitions of `telemetry` in which the gateway may have reports that are not packed. */
export async function readNotYetPackedPartitions(transaction: Transaction, gatewayId: string): Promise<string[]> {
  const partitions = await readRows<{ name: string }>(transaction)`
    select c.relname::text as name
    from pg_inherits i join pg_class c on c.oid = i.inhrelid left join telemetry_packing p on p.partition = c.relname
    where i.inhparent = 'telemetry'::regclass and not i.inhdetachpending
      and (p.partition is null or not (p.is_complete or coalesce(p.through >= ${gatewayId}::uuid, false)))`
  return partitions.map(({ name }) => name)
}

/**
 * A compressed block of reports. `day`: its first day (epoch days). `days`: the number of days that it covers, which is
 * 1 for a row of `telemetry_day`.
 */
export type PartRow = { day: number; days: number; reportCount: number; data: Buffer }

const epochDay = sql`(day - date '1970-01-01')`

const dayFrom = (day: number): Statement => sql`date '1970-01-01' + ${day}::int`

/**
 * Selects rows of packed days and merged months of a gateway that cover at least one of the days. `columns`: further
 * columns to select, which both tables have.
 */
const packedRows = (columns: Statement, gatewayId: string, { first, last }: EpochDayRange): Statement => sql`
  select ${columns}, day, part, 1 as days from telemetry_day
  where gateway_id = ${gatewayId} and day >= ${dayFrom(first)} and day <= ${dayFrom(last)}
  union all
  select ${columns}, day, part, days from telemetry_month
  where gateway_id = ${gatewayId} and day >= ${dayFrom(firstDayOfMonth(first))} and day <= ${dayFrom(last)}
    and day + days > ${dayFrom(first)}`

/**
 * Opens a cursor over the packed days and merged months of a gateway that cover at least one of the days, ordered by
 * day and part.
 */
export async function openPackedParts(
  transaction: Transaction,
  gatewayId: string,
  days: EpochDayRange,
): Promise<Cursor<PartRow>> {
  return openCursor<PartRow>(transaction, 'packed_rows')`
    select ${epochDay} as day, days, report_count as "reportCount", data
    from (${packedRows(sql`report_count, data`, gatewayId, days)}) as packed
    order by packed.day, part`
}

/**
 * The reports of one moment. `ts`: the moment in epoch seconds. `reports`: JSON arrays `[unit, seconds until the
 * reception, values]`, separated by commas.
 */
export type MomentRow = { ts: number; reports: string }

/**
 * The unpacked reports to read. `isHot`: whether to read table `telemetry`. `units`: the units to read, or undefined
 * for all units. `receivedUntil`: the last time of reception, in epoch milliseconds, or undefined for no limit.
 */
export type NotYetPackedReportsQuery = TimeRange & {
  gatewayId: string
  isHot: boolean
  units: readonly string[] | undefined
  receivedUntil: number | undefined
}

const time = (ms: number): Statement => sql`to_timestamp(${ms}::float8 / 1000)`

/**
 * Opens a cursor over reports that are not packed, ordered by time, then unit. If a report is in both tables, the row
 * of `telemetry` comes first.
 */
export async function openNotYetPackedReports(
  transaction: Transaction,
  looseReportsQuery: NotYetPackedReportsQuery,
): Promise<Cursor<MomentRow>> {
  const { gatewayId, isHot, units, from, until, receivedUntil } = looseReportsQuery
  const within = sql`gateway_id = ${gatewayId} and ts >= ${time(from)} and ts < ${time(until)}
    ${receivedUntil === undefined ? sql`` : sql`and received_at <= ${time(receivedUntil)}`}`
  // Scans the index once for each unit, because its key is gateway, unit and time. PostgreSQL then merges sorted scans
  // without sorting.
  const walk = (table: Statement, turn: number, unit?: string) => sql`(
    select ts, received_at, unit, payload, ${turn}::int as turn from ${table}
    where ${within} ${unit === undefined ? sql`` : sql`and unit = ${unit}`} order by ts)`
  const walksOf = (table: Statement, turn: number) =>
    units ? units.map((unit) => walk(table, turn, unit)) : [walk(table, turn)]
  const walks = [...(isHot ? walksOf(sql`telemetry`, 0) : []), ...walksOf(sql`telemetry_late_report`, 1)]
  // Returns one row for all reports of a moment. A row costs more CPU than a report, and most gateways report all units
  // at the same moment.
  return openCursor<MomentRow>(transaction, 'loose_rows')`
    select date_part('epoch', ts) as ts,
      string_agg(
        '["' || unit || '",' || date_part('epoch', received_at - ts) || ',' || payload || ']', ','
        order by unit collate "C", turn
      ) as reports
    from (${join(walks, ' union all ')}) as report group by report.ts order by report.ts`
}

/**
 * The numbers of a unit in one slice of time. `slice`: the index of the slice, from 1. `numbers`: one line for each
 * key, with numbers separated by commas.
 */
export type SliceRow = { unit: string; slice: number; numbers: string }

/**
 * The numbers to read. `begins`: the times at which the slices begin, in epoch milliseconds, ascending; the first time
 * is `from`. `datapointsOf`: the datapoints to read, by unit.
 */
export type NotYetPackedValuesQuery = TimeRange & {
  gatewayId: string
  begins: readonly number[]
  datapointsOf: ReadonlyMap<string, readonly HistoryDatapoint[]>
}

/** Opens a cursor over the numbers in table `telemetry`, one row for each unit and slice. */
export async function openNotYetPackedValues(
  transaction: Transaction,
  { gatewayId, from, until, begins, datapointsOf }: NotYetPackedValuesQuery,
): Promise<Cursor<SliceRow>> {
  const slices = begins.map((begin) => new Date(begin))
  const walks = [...datapointsOf].map(([unit, datapoints]) => valuesOfUnit(unit, datapoints))
  return openCursor<SliceRow>(transaction, 'loose_rows')`${join(walks, ' union all ')}`

  // Selects the numbers of one unit, which keep the order of the rows.
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

/**
 * The packed hours of one or more days. `day`: the first day (epoch days). `days`: the number of days that the row
 * covers, which is 1 unless the days are merged. `hours`: null if only the days were read.
 */
export type HoursRow = { day: number; days: number; hours: Buffer | null }

export type PackedHoursQuery = { gatewayId: string; days: EpochDayRange; withHours: boolean }

/**
 * Reads the packed days and merged months with hours that cover at least one of the days, in the order of time. Reads
 * the hours themselves only with `withHours`.
 */
export async function readPackedHours(
  transaction: Transaction,
  { gatewayId, days, withHours }: PackedHoursQuery,
): Promise<HoursRow[]> {
  return readRows<HoursRow>(transaction)`
    select ${epochDay} as day, days, case when ${withHours}::boolean then hours end as hours
    from (${packedRows(sql`hours`, gatewayId, days)}) as packed
    where hours is not null order by packed.day`
}

/** Reads the days (epoch days) of a gateway with late reports, from the day `first` on. */
export async function readDaysWithLateReports(
  transaction: Transaction,
  gatewayId: string,
  first: number,
): Promise<number[]> {
  const rows = await readRows<{ day: number }>(transaction)`
    select distinct ((ts at time zone 'UTC')::date - date '1970-01-01') as day from telemetry_late_report
    where gateway_id = ${gatewayId} and ts >= ${time(first * dayMs)}`
  return rows.map(({ day }) => day)
}
