import pg from 'pg'
import { raw } from 'sql-template-tag'
import { dayMs } from '#contract/durations.ts'
import { type Queryable, type Statement, execute, readFirstRow, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { telemetryFormatVersion } from '../format/packed-part.ts'
import type { TimeRange } from '../partition-range.ts'
import type { PackedDay } from './pack-reports-by-day.ts'

/**
 * A partition of `telemetry`. `isDetaching`: whether a process began to detach the partition and did not finish.
 * `isComplete`: whether all its reports are packed.
 */
export type PartitionRow = { name: string; isDetaching: boolean; isComplete: boolean }

export async function readPartitions(db: Queryable): Promise<PartitionRow[]> {
  return readRows<PartitionRow>(db)`
    select c.relname::text as name, i.inhdetachpending as "isDetaching", coalesce(p.is_complete, false) as "isComplete"
    from pg_inherits i join pg_class c on c.oid = i.inhrelid left join telemetry_packing p on p.partition = c.relname
    where i.inhparent = 'telemetry'::regclass order by c.relname`
}

/**
 * Records that the reports of a partition are packed, merged or expired. If the process ends before it drops the
 * partition, the next run drops it.
 */
export async function recordPartitionComplete(db: Queryable, name: string): Promise<void> {
  await execute(db)`
    insert into telemetry_packing (partition, is_complete) values (${name}, true)
    on conflict (partition) do update set is_complete = true`
}

/** Drops detached partitions that are complete, and deletes the progress of partitions that no longer exist. */
export async function dropDetachedPartitions(db: Queryable): Promise<void> {
  await execute(db)`
    select drop_telemetry_partition(partition) from telemetry_packing p
    where (p.is_complete or to_regclass(p.partition) is null)
      and not exists (select from pg_inherits i where i.inhrelid = to_regclass(p.partition))`
}

/**
 * Seals a partition. After the commit, reports that are inserted into the partition are also copied to
 * `telemetry_late_report`. `waitMs`: the maximum time in ms to wait for locks.
 */
export async function sealPartition(transaction: Transaction, name: string, waitMs: number): Promise<void> {
  await execute(transaction)`select set_config('lock_timeout', ${String(waitMs)}, true)`
  await execute(transaction)`select seal_telemetry_partition(${name})`
}

/**
 * Detaches a partition. Blocks neither readers nor writers, and waits for transactions that already read the
 * partition. If the change is interrupted, `isDetaching` is true, and the next call finishes it.
 */
export async function detachPartition(
  db: Queryable,
  parent: 'telemetry' | 'telemetry_day' | 'telemetry_month',
  { name, isDetaching }: Pick<PartitionRow, 'name' | 'isDetaching'>,
): Promise<void> {
  const how = isDetaching ? 'finalize' : 'concurrently'
  await execute(db)`alter table ${raw(parent)} detach partition ${raw(`${pg.escapeIdentifier(name)} ${how}`)}`
}

export async function dropPartition(db: Queryable, name: string): Promise<void> {
  await execute(db)`select drop_telemetry_partition(${name})`
}

const time = (ms: number): Statement => sql`to_timestamp(${ms}::float8 / 1000)`

/** The progress of packing a partition. `through`: the id of the last packed gateway, or null before the first. */
export type PackingProgress = { through: string | null; isComplete: boolean }

/**
 * Locks the progress of packing a partition until the transaction ends, and returns it. Returns null if packing has
 * not begun.
 */
export async function lockPackingProgress(
  transaction: Transaction,
  partition: string,
): Promise<PackingProgress | null> {
  return readFirstRow<PackingProgress>(transaction)`
    select through, is_complete as "isComplete" from telemetry_packing where partition = ${partition} for update`
}

export async function savePackingProgress(
  transaction: Transaction,
  partition: string,
  progress: PackingProgress,
): Promise<void> {
  const { through, isComplete } = progress
  await execute(transaction)`
    update telemetry_packing set through = ${through}, is_complete = ${isComplete} where partition = ${partition}`
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

export type GatewaysToPackQuery = TimeRange & { after: string | null; limit: number }

/** Reads the next gateways that have reports within a range of `telemetry`. */
export async function readGatewaysToPack(
  transaction: Transaction,
  gatewaysToPackQuery: GatewaysToPackQuery,
): Promise<string[]> {
  const { from, until, after, limit } = gatewaysToPackQuery
  const rows = await readRows<{ gatewayId: string }>(transaction)`
    with recursive found as (
      (
        select gateway_id from telemetry
        where gateway_id > ${after ?? beforeAll}::uuid and ts >= ${time(from)} and ts < ${time(until)}
        order by gateway_id limit 1
      )
      union all
      select (
        select t.gateway_id from telemetry t
        where t.gateway_id > found.gateway_id and t.ts >= ${time(from)} and t.ts < ${time(until)}
        order by t.gateway_id limit 1
      )
      from found where found.gateway_id is not null
    )
    select gateway_id as "gatewayId" from found where gateway_id is not null limit ${limit}`
  return rows.map(({ gatewayId }) => gatewayId)
}

/** Creates the partitions of `telemetry_day` for these days (epoch days), if they do not exist. */
export async function ensureDayPartitions(db: Queryable, days: readonly number[]): Promise<void> {
  await execute(db)`select ensure_telemetry_day_partition(date '1970-01-01' + day) from unnest(${days}::int[]) as day`
}

export type PackedGatewayDay = PackedDay & { gatewayId: string }

/** The maximum number of parts in one statement. More parts would block the event loop for too long. */
const partsAtOnce = 40

/** Replaces packed days, and deletes the late reports that the new packed days contain. */
export async function replacePackedDays(transaction: Transaction, days: readonly PackedGatewayDay[]): Promise<void> {
  const parts = days.flatMap(({ gatewayId, day, parts: ofDay }) => ofDay.map((part) => ({ gatewayId, day, ...part })))
  const pairs = sql`unnest(${days.map(({ gatewayId }) => gatewayId)}::uuid[], ${days.map(({ day }) => day)}::int[])`
  await execute(transaction)`
    delete from telemetry_day d using ${pairs} as packed (gateway_id, day)
    where d.gateway_id = packed.gateway_id and d.day = date '1970-01-01' + packed.day`
  await execute(transaction)`
    delete from telemetry_late_report l using ${pairs} as packed (gateway_id, day)
    where l.gateway_id = packed.gateway_id
      and l.ts >= to_timestamp(packed.day * 86400::float8) and l.ts < to_timestamp((packed.day + 1) * 86400::float8)`
  for (let start = 0; start < parts.length; start += partsAtOnce)
    await insertParts(transaction, parts.slice(start, start + partsAtOnce))
}

type PartOfDay = PackedDay['parts'][number] & { gatewayId: string; day: number }

async function insertParts(transaction: Transaction, parts: readonly PartOfDay[]): Promise<void> {
  await execute(transaction)`
    insert into telemetry_day (gateway_id, day, part, format, report_count, hours, data)
    select gateway_id, date '1970-01-01' + day, part, ${telemetryFormatVersion}::int, report_count, hours, data
    from unnest(
      ${parts.map(({ gatewayId }) => gatewayId)}::uuid[], ${parts.map(({ day }) => day)}::int[],
      ${parts.map(({ part }) => part)}::int[], ${parts.map(({ reportCount }) => reportCount)}::int[],
      ${parts.map(({ hours }) => hours)}::bytea[], ${parts.map(({ data }) => data)}::bytea[]
    ) as packed (gateway_id, day, part, report_count, hours, data)`
}

export type DamagedDay = { gatewayId: string; day: number; now: Date }

/**
 * Records a day that cannot be unpacked. Also copies its reports from `telemetry` to `telemetry_late_report`, so that
 * no report is lost.
 */
export async function recordDamagedDay(transaction: Transaction, { gatewayId, day, now }: DamagedDay): Promise<void> {
  await execute(transaction)`
    insert into telemetry_damage (gateway_id, day, noticed_at)
    values (${gatewayId}, date '1970-01-01' + ${day}::int, ${now}) on conflict do nothing`
  await execute(transaction)`
    insert into telemetry_late_report (gateway_id, unit, ts, received_at, seq, payload)
    select gateway_id, unit, ts, received_at, seq, payload from telemetry
    where gateway_id = ${gatewayId} and ts >= ${time(day * dayMs)} and ts < ${time((day + 1) * dayMs)}
    on conflict do nothing`
}

/** A day (epoch days) of a gateway with late reports. */
export type GatewayDayWithLateReports = { gatewayId: string; day: number }

/**
 * The days with late reports to read: the days of the next `gateways` gateways, in the order of ids, after the id
 * `after`. Reports that were received after `receivedBefore` wait until the next night.
 */
export type LateReportDaysQuery = { after: string | null; receivedBefore: Date; gateways: number }

/** Reads the days with late reports of the next gateways, ordered by gateway. Omits damaged days. */
export async function readDaysWithLateReportsToPack(
  db: Queryable,
  lateReportDaysQuery: LateReportDaysQuery,
): Promise<GatewayDayWithLateReports[]> {
  const { after, receivedBefore, gateways } = lateReportDaysQuery
  return readRows<GatewayDayWithLateReports>(db)`
    with gateway as (
      select distinct l.gateway_id from telemetry_late_report l
      where l.gateway_id > ${after ?? beforeAll}::uuid and ${isDue(receivedBefore)}
      order by l.gateway_id limit ${gateways}
    )
    select distinct l.gateway_id as "gatewayId", ((l.ts at time zone 'UTC')::date - date '1970-01-01') as day
    from gateway g join telemetry_late_report l on l.gateway_id = g.gateway_id
    where ${isDue(receivedBefore)}
    order by 1, 2`
}

const isDue = (receivedBefore: Date): Statement => sql`
  l.received_at < ${receivedBefore} and not exists (
    select from telemetry_damage d where d.gateway_id = l.gateway_id and d.day = (l.ts at time zone 'UTC')::date
  )`

/**
 * Reads the partitions of `telemetry_day` or `telemetry_month` whose months ended before `moment`, the oldest first.
 */
export async function readMonthPartitionsBefore(
  db: Queryable,
  moment: Date,
  parent: 'telemetry_day' | 'telemetry_month' = 'telemetry_day',
): Promise<Pick<PartitionRow, 'name' | 'isDetaching'>[]> {
  return readRows<Pick<PartitionRow, 'name' | 'isDetaching'>>(db)`
    select c.relname::text as name, i.inhdetachpending as "isDetaching"
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${parent}::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
      and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= ${moment}
    order by c.relname`
}

/** Deletes late reports and records of damaged days from before `moment`. */
export async function deleteLateReportsBefore(db: Queryable, moment: Date): Promise<void> {
  await execute(db)`delete from telemetry_late_report where ts < ${moment}`
  await execute(db)`delete from telemetry_damage where day < (${moment}::timestamptz at time zone 'UTC')::date`
}
