import type { GatewayStatus } from '#contract/appliance.ts'
import { defaultTransactionIdleMs } from '#server/database/connection.ts'
import { type Queryable, type Statement, execute, readRequiredRow, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/**
 * A gateway that has just become OFFLINE. `before`: its previous status. `reported`: its last reported status.
 * `lastSeenAt`: epoch milliseconds.
 */
export type SilentGateway = {
  gatewayId: string
  seq: number
  before: GatewayStatus
  reported: GatewayStatus
  faultCode: string | null
  lastSeenAt: number
}

export type SilenceQuery = { silentSince: Date; now: Date; limit: number }

/**
 * Sets up to `limit` gateways that were last seen at or before `silentSince` to OFFLINE, and returns them. Skips
 * locked rows: either a report of the gateway is being stored, or another process is setting it to OFFLINE.
 */
export async function markSilentGateways(
  transaction: Transaction,
  { silentSince, now, limit }: SilenceQuery,
): Promise<SilentGateway[]> {
  return readRows<SilentGateway>(transaction)`
    with silent as (
      select gateway_id, status from gateway_status
      where status <> 'OFFLINE' and last_seen_at <= ${silentSince}
      order by gateway_id limit ${limit}
      for update skip locked
    )
    update gateway_status s set status = 'OFFLINE', since = ${now}, seq = nextval('change_seq'), published_at = ${now}
    from silent where s.gateway_id = silent.gateway_id
    returning s.gateway_id as "gatewayId", s.seq::float8 as seq, silent.status as before, s.reported, s.fault_code as "faultCode",
      round(date_part('epoch', s.last_seen_at) * 1000) as "lastSeenAt"`
}

/** Deletes changes of a status that ended before `moment`. Returns the number of deleted changes. */
export async function deleteStatusChangesEndedBefore(db: Queryable, moment: Date): Promise<number> {
  return execute(db)`
    delete from status_change s where s.at < ${moment} and exists (
      select from status_change later
      where later.gateway_id = s.gateway_id and (later.at, later.id) > (s.at, s.id) and later.at <= ${moment}
    )`
}

/** Deletes changes of a fault that ended before `moment`. Returns the number of deleted changes. */
export async function deleteFaultChangesEndedBefore(db: Queryable, moment: Date): Promise<number> {
  return execute(db)`
    delete from fault_change f where f.at < ${moment} and (f.severity is null or exists (
      select from fault_change later
      where later.gateway_id = f.gateway_id and (later.at, later.id) > (f.at, f.id) and later.at <= ${moment}
    ))`
}

const keyOf = (name: string): Statement => sql`hashtextextended(${`gateway-portal job ${name}`}, 0)`

/** Takes the lock of a job for this database session. Returns false if another session has the lock. */
export async function lockJobIfFree(session: Queryable, name: string): Promise<boolean> {
  const { isOurs } = await readRequiredRow<{ isOurs: boolean }>(session)`
    select pg_try_advisory_lock(${keyOf(name)}) as "isOurs"`
  return isOurs
}

/**
 * Releases the lock of a job. Does nothing if this database session does not have the lock, because the connection was
 * lost and opened again in the meantime.
 */
export async function unlockJob(session: Queryable, name: string): Promise<void> {
  await execute(session)`select pg_advisory_unlock(${keyOf(name)})`
}

/**
 * Limits the time for which this transaction may be idle. If the process dies, PostgreSQL then soon releases the locked
 * rows, because listeners need them.
 */
export async function limitTransactionIdleTime(transaction: Transaction): Promise<void> {
  const limit = String(defaultTransactionIdleMs)
  await execute(transaction)`select set_config('idle_in_transaction_session_timeout', ${limit}, true)`
}
