import type { OpenHandover } from '#contract/handover.ts'
import { type Queryable, execute, readFirstRow, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { StoredAccessLink } from '../store.ts'

/**
 * Returns the SQL condition that row `h` of table `handover` is open at `now` (epoch ms). An open hand-over is neither
 * answered nor expired, and the person who started it is still the owner.
 */
const isOpen = (now: number) => sql`
  h.answer is null and h.expires_at > ${new Date(now)}::timestamptz
  and exists (
    select from connection c
    where c.gateway_id = h.gateway_id and c.person_id = h.started_by and c.owner_since is not null
  )`

export type StoredHandover = { createdAt: Date; expiresAt: Date; sharesFaults: boolean }

/** Converts an open hand-over to the API's response format. */
export function toOpenHandover({ createdAt, expiresAt, sharesFaults }: StoredHandover): OpenHandover {
  return {
    startedAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    shareFaultHistory: sharesFaults,
  }
}

/** Reads the open hand-over of an appliance. Returns null if there is none. */
export async function readOpenHandover(
  db: Queryable,
  { gatewayId, now }: { gatewayId: string; now: number },
): Promise<StoredHandover | null> {
  return readFirstRow<StoredHandover>(db)`
    select h.created_at as "createdAt", h.expires_at as "expiresAt", h.shares_faults as "sharesFaults"
    from handover h where h.gateway_id = ${gatewayId} and ${isOpen(now)}`
}

export type NewHandover = {
  gatewayId: string
  tokenDigest: Buffer
  startedBy: string
  sharesFaults: boolean
  createdAt: Date
  expiresAt: Date
}

export async function insertHandover(transaction: Transaction, handover: NewHandover): Promise<void> {
  const { gatewayId, tokenDigest, startedBy, sharesFaults, createdAt, expiresAt } = handover
  await execute(transaction)`
    insert into handover (gateway_id, token_digest, started_by, shares_faults, created_at, expires_at)
    values (${gatewayId}, ${tokenDigest}, ${startedBy}, ${sharesFaults}, ${createdAt}, ${expiresAt})`
}

/** Cancels the hand-over of an appliance if nobody has answered it, even if it has expired. */
export async function cancelUnansweredHandover(transaction: Transaction, gatewayId: string): Promise<void> {
  await execute(transaction)`
    update handover set answer = 'cancelled' where gateway_id = ${gatewayId} and answer is null`
}

/**
 * Ends a hand-over that has expired by `now`. Returns false if there is no such hand-over, or if the person who started
 * it is no longer the owner.
 */
export async function endHandoverIfExpired(
  transaction: Transaction,
  { gatewayId, now }: { gatewayId: string; now: Date },
): Promise<boolean> {
  const expiredCount = await execute(transaction)`
    update handover h set answer = 'expired'
    where h.gateway_id = ${gatewayId} and h.answer is null and h.expires_at <= ${now}
      and exists (
        select from connection c
        where c.gateway_id = h.gateway_id and c.person_id = h.started_by and c.owner_since is not null
      )`
  return expiredCount > 0
}

export type StoredHandoverLink = StoredAccessLink & { startedBy: string; sharesFaults: boolean }

/** Finds a hand-over by the digest of its token, even if it is not open. */
export async function findHandoverByToken(
  db: Queryable,
  { tokenDigest, now }: { tokenDigest: Buffer; now: number },
): Promise<StoredHandoverLink | null> {
  return readFirstRow<StoredHandoverLink>(db)`
    select h.id, h.gateway_id as "gatewayId", h.started_by as "startedBy", h.shares_faults as "sharesFaults",
      h.expires_at as "expiresAt", ${isOpen(now)} as "isOpen", h.answer, h.answered_by as "answeredBy", p.first_name as "firstName",
      p.last_name as "lastName", g.appliance_type as "applianceType", a.city
    from handover h join person p on p.id = h.started_by
    join gateway g on g.id = h.gateway_id left join address a on a.gateway_id = h.gateway_id
    where h.token_digest = ${tokenDigest}`
}

export async function saveHandoverAnswer(
  transaction: Transaction,
  { id, answer, personId }: { id: string; answer: 'accepted' | 'declined'; personId: string },
): Promise<void> {
  await execute(transaction)`update handover set answer = ${answer}, answered_by = ${personId} where id = ${id}`
}

/**
 * Deletes hand-overs whose link expired before `moment` and that have an answer, which may also be `cancelled` or
 * `expired`. Returns their number.
 */
export async function deleteHandoversExpiredBefore(db: Queryable, moment: Date): Promise<number> {
  return execute(db)`delete from handover where expires_at < ${moment} and answer is not null`
}
