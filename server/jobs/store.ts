import pg from 'pg'
import { raw } from 'sql-template-tag'
import type { GatewayStatus } from '#contract/appliance.ts'
import { historyDatapoints } from '#contract/datapoints.ts'
import { shortTransactionIdleMs } from '#server/database/connection.ts'
import { type Queryable, type Statement, execute, readOne, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** A gateway that has just become OFFLINE. `before` is its status until then, `lastSeenAt` epoch milliseconds. */
export type SilentGateway = {
  gatewayId: string
  seq: number
  before: GatewayStatus
  reported: GatewayStatus
  faultCode: string | null
  lastSeenAt: number
}

export type Silence = { silentSince: Date; now: Date; limit: number }

/**
 * Makes OFFLINE up to `limit` gateways that were last seen at `silentSince` or before, and answers them. Rows that
 * others hold are left alone: whoever holds them is just hearing of the gateway, or is another process doing this.
 */
export async function markSilentGateways(
  transaction: Transaction,
  { silentSince, now, limit }: Silence,
): Promise<SilentGateway[]> {
  return readRows(
    transaction,
    sql<SilentGateway>`
      with silent as (
        select gateway_id, status from gateway_status
        where status <> 'OFFLINE' and last_seen_at <= ${silentSince}
        order by gateway_id limit ${limit}
        for update skip locked
      )
      update gateway_status s set status = 'OFFLINE', since = ${now}, seq = nextval('change_seq'), told_at = ${now}
      from silent where s.gateway_id = silent.gateway_id
      returning s.gateway_id as "gatewayId", s.seq::float8 as seq, silent.status as before, s.reported, s.fault_code as "faultCode",
        round(date_part('epoch', s.last_seen_at) * 1000) as "lastSeenAt"`,
  )
}

/** The names of the partitions whose month had ended by `moment`, oldest first. */
export async function partitionsBefore(db: Queryable, moment: Date): Promise<string[]> {
  const partitions = await readRows(
    db,
    sql<{ name: string }>`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'telemetry'::regclass and c.relname ~ '^telemetry_[0-9]{4}_[0-9]{2}$'
        and (to_date(substr(c.relname, 11), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= ${moment}
      order by c.relname`,
  )
  return partitions.map(({ name }) => name)
}

/** Deletes changes of a status that another one had ended by `moment`: what lasted beyond it stays. Answers how many. */
export async function deleteStatusChanges(db: Queryable, moment: Date): Promise<number> {
  return execute(
    db,
    sql`
      delete from status_change s where s.at < ${moment} and exists (
        select from status_change later
        where later.gateway_id = s.gateway_id and (later.at, later.id) > (s.at, s.id) and later.at <= ${moment}
      )`,
  )
}

/** Deletes changes of a fault that another one had ended by `moment`: what lasted beyond it stays. */
export async function deleteFaultChanges(db: Queryable, moment: Date): Promise<number> {
  return execute(
    db,
    sql`
      delete from fault_change f where f.at < ${moment} and (f.severity is null or exists (
        select from fault_change later
        where later.gateway_id = f.gateway_id and (later.at, later.id) > (f.at, f.id) and later.at <= ${moment}
      ))`,
  )
}

/**
 * Drops a partition, with the hours made of it, unless somebody reads them for longer than `waitMs`; then it throws. Locks
 * telemetry_hour before telemetry, as every transaction that needs both (ensure_telemetry_partitions).
 */
export async function dropPartition(transaction: Transaction, name: string, waitMs: number): Promise<void> {
  const hours = name.replace('telemetry', 'telemetry_hour')
  const tables = [hours, name].map((each) => pg.escapeIdentifier(each)).join(', ')
  await execute(transaction, sql`select set_config('lock_timeout', ${String(waitMs)}, true)`)
  await execute(transaction, sql`drop table if exists ${raw(tables)}`)
}

const ids = historyDatapoints.map(({ id }) => id)
const units = historyDatapoints.map(({ unit }) => unit)
const keys = historyDatapoints.map(({ key }) => key)

export type LateHour = { gatewayId: string; hour: Date }

/** Takes up to `limit` notes of late reports away, and answers of which hours they were. */
export async function takeLateHours(transaction: Transaction, limit: number): Promise<LateHour[]> {
  return readRows(
    transaction,
    sql<LateHour>`
      with taken as (
        delete from telemetry_late where id in (select id from telemetry_late order by id limit ${limit})
        returning gateway_id, hour
      )
      select distinct gateway_id as "gatewayId", hour from taken`,
  )
}

/** `begins`: null where nothing was reported that is kept. */
export type DueRollup = { gatewayId: string; begins: Date | null }

export type DueWanted = { until: Date; kept: Date; limit: number }

/**
 * Gateways that have been heard of since the last hour that was made of them, and that hour's end; of those of which none was
 * made the hour of their first report. Of who has reported nothing it is noted that nothing is to be made up to `until`.
 */
export async function findDueRollups(db: Queryable, { until, kept, limit }: DueWanted): Promise<DueRollup[]> {
  const due = sql<DueRollup>`
    select * from (
      select s.gateway_id as "gatewayId", coalesce(r.through, (
        select date_trunc('hour', min(first.ts), 'UTC')
        from unnest(${[...new Set(units)]}::text[]) as unit
        cross join lateral (
          select ts from telemetry t where t.gateway_id = s.gateway_id and t.unit = unit and t.ts >= ${kept}
          order by ts limit 1
        ) as first
      )) as begins
      from gateway_status s left join telemetry_rollup r on r.gateway_id = s.gateway_id
      where r.through is null or (r.through < ${until} and r.through <= s.last_seen_at)
    ) as gateway where begins is null or begins < ${until} limit ${limit}`
  return readRows(db, due)
}

/** Whole hours of a gateway. */
export type HourSpan = { gatewayId: string; from: Date; until: Date }

/** Makes hours out of their reports. What was made of fewer reports before is replaced. */
export async function makeHours(transaction: Transaction, spans: readonly HourSpan[]): Promise<void> {
  await execute(
    transaction,
    sql`
      insert into telemetry_hour (gateway_id, datapoint, hour, least, most, last, sum, count)
      select span.gateway_id, made.*
      from unnest(
        ${spans.map(({ gatewayId }) => gatewayId)}::uuid[], ${spans.map(({ from }) => from)}::timestamptz[],
        ${spans.map(({ until }) => until)}::timestamptz[]
      ) as span (gateway_id, begins, ends)
      cross join lateral (
        select datapoint, date_trunc('hour', ts, 'UTC') as hour, min(value), max(value),
          (array_agg(value order by ts desc))[1], sum(value), count(*)
        from (
          select d.id as datapoint, t.ts, (t.payload -> d.key)::float8 as value
          from unnest(${ids}::text[], ${units}::text[], ${keys}::text[]) as d (id, unit, key)
          join telemetry t on t.unit = d.unit
          where t.gateway_id = span.gateway_id and t.unit = any (${[...new Set(units)]}::text[])
            and t.ts >= span.begins and t.ts < span.ends
            and t.payload -> d.key between '-100'::jsonb and '250'::jsonb
        ) as reading
        group by 1, 2
      ) as made
      order by span.gateway_id, made.datapoint, made.hour
      on conflict (gateway_id, datapoint, hour) do update
        set least = excluded.least, most = excluded.most, last = excluded.last, sum = excluded.sum, count = excluded.count
        where excluded.count >= telemetry_hour.count`,
  )
}

/** Notes through when the hours of gateways are made. */
export async function markRolledUp(transaction: Transaction, spans: readonly HourSpan[]): Promise<void> {
  await execute(
    transaction,
    sql`
      insert into telemetry_rollup (gateway_id, through)
      select * from unnest(
        ${spans.map(({ gatewayId }) => gatewayId)}::uuid[], ${spans.map(({ until }) => until)}::timestamptz[]
      ) as made (gateway_id, through)
      on conflict (gateway_id) do update set through = excluded.through`,
  )
}

const keyOf = (name: string): Statement => sql`hashtextextended(${`gateway-portal job ${name}`}, 0)`

/** Locks a job for this session, unless another session has it. Answers whether it did. */
export async function tryLockJob(session: Queryable, name: string): Promise<boolean> {
  return (await readOne(session, sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${keyOf(name)}) as "isOurs"`))
    .isOurs
}

/** Unlocks it. A session that has lost it, since it began after the lock was taken, changes nothing. */
export async function unlockJob(session: Queryable, name: string): Promise<void> {
  await execute(session, sql`select pg_advisory_unlock(${keyOf(name)})`)
}

/** Lets the server end the transaction soon if this process is lost: listeners need the rows that it locks. */
export async function limitIdleTime(transaction: Transaction): Promise<void> {
  const limit = String(shortTransactionIdleMs)
  await execute(transaction, sql`select set_config('idle_in_transaction_session_timeout', ${limit}, true)`)
}
