import { type Queryable, execute, readFirstRow, readRows } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { PersonNames } from '../store.ts'

/**
 * Reads whether the owner wants to be asked before a person with the codes of the sticker gets access. False if the
 * appliance has no owner.
 */
export async function readAskFirstSetting(db: Queryable, gatewayId: string): Promise<boolean> {
  const settings = await readFirstRow<{ asksFirst: boolean }>(db)`
    select asks_first as "asksFirst" from connection where gateway_id = ${gatewayId} and owner_since is not null`
  return settings?.asksFirst ?? false
}

export async function updateAskFirstSetting(
  transaction: Transaction,
  { gatewayId, asksFirst }: { gatewayId: string; asksFirst: boolean },
): Promise<void> {
  await execute(transaction)`
    update connection set asks_first = ${asksFirst} where gateway_id = ${gatewayId} and owner_since is not null`
}

export type StoredAccessRequest = PersonNames & { id: string; personId: string; createdAt: Date }

/** Reads the requests for access to an appliance that are open at `now` (epoch ms), the oldest first. */
export async function readOpenAccessRequests(
  db: Queryable,
  gatewayId: string,
  now: number,
): Promise<StoredAccessRequest[]> {
  return readRows<StoredAccessRequest>(db)`
    select r.id, r.person_id as "personId", r.created_at as "createdAt", p.first_name as "firstName",
      p.last_name as "lastName"
    from access_request r join person p on p.id = r.person_id
    where r.gateway_id = ${gatewayId} and r.expires_at > ${new Date(now)} order by r.created_at, r.id`
}

export type NewAccessRequest = { gatewayId: string; personId: string; createdAt: Date; expiresAt: Date }

/** Inserts a request for access; replaces an earlier request of the same person. */
export async function upsertAccessRequest(transaction: Transaction, request: NewAccessRequest): Promise<void> {
  const { gatewayId, personId, createdAt, expiresAt } = request
  await execute(transaction)`
    insert into access_request (gateway_id, person_id, created_at, expires_at)
    values (${gatewayId}, ${personId}, ${createdAt}, ${expiresAt})
    on conflict (gateway_id, person_id) do update
    set id = excluded.id, created_at = excluded.created_at, expires_at = excluded.expires_at`
}

/**
 * Deletes an open request for access and returns the person who made it. Returns null if no open request has this id.
 */
export async function deleteOpenAccessRequest(
  transaction: Transaction,
  { gatewayId, requestId, now }: { gatewayId: string; requestId: string; now: Date },
): Promise<{ personId: string } | null> {
  return readFirstRow<{ personId: string }>(transaction)`
    delete from access_request where id = ${requestId} and gateway_id = ${gatewayId} and expires_at > ${now}
    returning person_id as "personId"`
}

/** Deletes a person's request for access if it has expired by `now`. Returns whether a request was deleted. */
export async function deleteExpiredAccessRequest(
  transaction: Transaction,
  { gatewayId, personId, now }: { gatewayId: string; personId: string; now: Date },
): Promise<boolean> {
  const deletedCount = await execute(transaction)`
    delete from access_request
    where gateway_id = ${gatewayId} and person_id = ${personId} and expires_at <= ${now}`
  return deletedCount > 0
}

/** Deletes all requests for access to an appliance, because its owner changes or leaves. */
export async function deleteAllAccessRequests(transaction: Transaction, gatewayId: string): Promise<void> {
  await execute(transaction)`delete from access_request where gateway_id = ${gatewayId}`
}
