import pg from 'pg'
import { raw } from 'sql-template-tag'
import type { GatewayStatus } from '#contract/appliance.ts'
import { type Queryable, execute, readOne, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

export type SilentGateway = { gatewayId: string; seq: number; reported: GatewayStatus; faultCode: string | null }

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
        select gateway_id from gateway_status
        where status <> 'OFFLINE' and last_seen_at <= ${silentSince}
        order by gateway_id limit ${limit}
        for update skip locked
      )
      update gateway_status s set status = 'OFFLINE', since = ${now}, seq = nextval('change_seq'), told_at = ${now}
      from silent where s.gateway_id = silent.gateway_id
      returning s.gateway_id as "gatewayId", s.seq::float8 as seq, s.reported, s.fault_code as "faultCode"`,
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

/** Drops a partition, unless somebody reads it for longer than `waitMs`; then it throws. */
export async function dropPartition(transaction: Transaction, name: string, waitMs: number): Promise<void> {
  await execute(transaction, sql`select set_config('lock_timeout', ${String(waitMs)}, true)`)
  await execute(transaction, sql`drop table if exists ${raw(pg.escapeIdentifier(name))}`)
}

/** Whether nobody else does the work of this name now; if so, nobody else will before the transaction ends. */
export async function isOnlyOne(transaction: Transaction, name: string): Promise<boolean> {
  const { free } = await readOne(
    transaction,
    sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`gateway-portal job ${name}`}, 0)) as free`,
  )
  return free
}

/** Lets the server hear of a transaction that waits for other work. */
export async function keepTransactionAlive(transaction: Transaction): Promise<void> {
  await execute(transaction, sql`select`)
}
