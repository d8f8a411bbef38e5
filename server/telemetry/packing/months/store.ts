import {
  type Queryable,
  type Statement,
  execute,
  readFirstRow,
  readRequiredRow,
  readRows,
  sql,
} from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { EpochDayRange } from '../../epoch-day-range.ts'

/**
 * Locks the progress of merging a partition until the transaction ends, and returns it. `through`: the id of the last
 * merged gateway, or null before the first.
 */
export async function lockMergeProgress(
  transaction: Transaction,
  partition: string,
): Promise<{ through: string | null }> {
  await execute(transaction)`insert into telemetry_merge (partition) values (${partition}) on conflict do nothing`
  const progress = await readFirstRow<{ through: string | null }>(transaction)`
    select through from telemetry_merge where partition = ${partition} for update`
  return progress ?? { through: null }
}

export async function saveMergeProgress(
  transaction: Transaction,
  partition: string,
  through: string | null,
): Promise<void> {
  await execute(transaction)`update telemetry_merge set through = ${through} where partition = ${partition}`
}

export async function deleteMergeProgress(db: Queryable, partition: string): Promise<void> {
  await execute(db)`delete from telemetry_merge where partition = ${partition}`
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

/** A gateway, and the number of its packed reports in a month. */
export type GatewayToMerge = { gatewayId: string; reports: number }

export type GatewaysToMergeQuery = EpochDayRange & { after: string | null; limit: number }

/** Reads the next gateways that have packed days in a month. */
export async function readGatewaysToMerge(
  transaction: Transaction,
  { first, last, after, limit }: GatewaysToMergeQuery,
): Promise<GatewayToMerge[]> {
  return readRows<GatewayToMerge>(transaction)`
    select gateway_id as "gatewayId", sum(report_count)::float8 as reports from telemetry_day
    where gateway_id > ${after ?? beforeAll}::uuid and ${isWithin({ first, last })}
    group by gateway_id order by gateway_id limit ${limit}`
}

const isWithin = ({ first, last }: EpochDayRange): Statement =>
  sql`day >= date '1970-01-01' + ${first}::int and day <= date '1970-01-01' + ${last}::int`

/**
 * A part of a packed day, as `telemetry_day` stores it. `day`: epoch days. Only the first part of a day has `hours`.
 */
export type PackedDayRow = { gatewayId: string; day: number; reportCount: number; hours: Buffer | null; data: Buffer }

export type PackedDaysQuery = EpochDayRange & { gatewayIds: readonly string[] }

/** Reads the packed days of gateways, ordered by gateway, day and part. */
export async function readPackedDayRows(
  transaction: Transaction,
  packedDaysQuery: PackedDaysQuery,
): Promise<PackedDayRow[]> {
  return readRows<PackedDayRow>(transaction)`
    select gateway_id as "gatewayId", day - date '1970-01-01' as day, report_count as "reportCount", hours, data
    from telemetry_day where gateway_id = any(${packedDaysQuery.gatewayIds}::uuid[]) and ${isWithin(packedDaysQuery)}
    order by gateway_id, telemetry_day.day, part`
}

/** A row of several merged days. `day`: the first day (epoch days). `days`: the number of days that the row covers. */
export type MergedMonthRow = PackedDayRow & { days: number }

const monthFormat = 2

/** Replaces packed days by the merged rows that cover them. */
export async function replaceDaysByMonths(transaction: Transaction, months: readonly MergedMonthRow[]): Promise<void> {
  const [ids, first] = [months.map(({ gatewayId }) => gatewayId), months.map(({ day }) => day)]
  const days = months.map((month) => month.days)
  await execute(transaction)`
    delete from telemetry_day d using unnest(${ids}::uuid[], ${first}::int[], ${days}::int[]) as w (gateway_id, first, days)
    where d.gateway_id = w.gateway_id and d.day >= date '1970-01-01' + w.first
      and d.day < date '1970-01-01' + w.first + w.days`
  await execute(transaction)`
    insert into telemetry_month (gateway_id, day, part, days, format, report_count, hours, data)
    select gateway_id, date '1970-01-01' + first, 0, days, ${monthFormat}::int, report_count, hours, data
    from unnest(
      ${ids}::uuid[], ${first}::int[], ${days}::int[], ${months.map(({ reportCount }) => reportCount)}::int[],
      ${months.map(({ hours }) => hours)}::bytea[], ${months.map(({ data }) => data)}::bytea[]
    ) as w (gateway_id, first, days, report_count, hours, data)`
}

/** Moves packed days of gateways to `telemetry_month`, each as a row of its own, without merging them. */
export async function moveDaysToMonths(transaction: Transaction, packedDaysQuery: PackedDaysQuery): Promise<void> {
  await execute(transaction)`
    with moved as (
      delete from telemetry_day where gateway_id = any(${packedDaysQuery.gatewayIds}::uuid[]) and ${isWithin(packedDaysQuery)}
      returning gateway_id, day, part, format, report_count, hours, data
    )
    insert into telemetry_month (gateway_id, day, part, days, format, report_count, hours, data)
    select gateway_id, day, part, 1, format, report_count, hours, data from moved`
}

/** The epoch days that a row of `telemetry_month` covers for a gateway: a month, or fewer days within a month. */
export type MergedRowRange = EpochDayRange & { gatewayId: string }

/** A day of a gateway and the first day of its month, in epoch days. */
export type GatewayDayInMonth = { gatewayId: string; day: number; monthFirst: number }

/** Reads the rows of `telemetry_month` that cover at least one of these days. */
export async function readMergedRows(
  transaction: Transaction,
  wantedDays: readonly GatewayDayInMonth[],
): Promise<MergedRowRange[]> {
  return readRows<MergedRowRange>(transaction)`
    select distinct d.gateway_id as "gatewayId", d.day - date '1970-01-01' as first,
      d.day - date '1970-01-01' + d.days - 1 as last
    from unnest(
      ${wantedDays.map(({ gatewayId }) => gatewayId)}::uuid[], ${wantedDays.map(({ day }) => day)}::int[],
      ${wantedDays.map(({ monthFirst }) => monthFirst)}::int[]
    ) as w (gateway_id, day, month_first)
    join telemetry_month d on d.gateway_id = w.gateway_id and d.day >= date '1970-01-01' + w.month_first
      and d.day <= date '1970-01-01' + w.day and d.day + d.days > date '1970-01-01' + w.day
    order by 1, 2`
}

export async function deleteMergedRows(transaction: Transaction, rows: readonly MergedRowRange[]): Promise<void> {
  await execute(transaction)`
    delete from telemetry_month d using unnest(
      ${rows.map(({ gatewayId }) => gatewayId)}::uuid[], ${rows.map(({ first }) => first)}::int[]
    ) as w (gateway_id, first)
    where d.gateway_id = w.gateway_id and d.day = date '1970-01-01' + w.first`
}

/** Creates the partition of `telemetry_month` for the month of a day (epoch days), if it does not exist. */
export async function ensureMonthPartition(db: Queryable, day: number): Promise<void> {
  await execute(db)`select ensure_telemetry_month_partition(date '1970-01-01' + ${day}::int)`
}

/**
 * Seals a partition of `telemetry_day` permanently if it is empty. Returns whether it is sealed. `waitMs`: the
 * maximum time in ms to wait for locks.
 */
export async function sealIfEmpty(transaction: Transaction, name: string, waitMs: number): Promise<boolean> {
  await execute(transaction)`select set_config('lock_timeout', ${String(waitMs)}, true)`
  const { sealed } = await readRequiredRow<{ sealed: boolean }>(transaction)`
    select seal_empty_telemetry_partition(${name}) as sealed`
  return sealed
}
