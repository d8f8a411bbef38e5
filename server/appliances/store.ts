import { type Queryable, execute, readFirstRow, readRequiredRow, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { accessInForceSql } from '#server/database/access-in-force.ts'

/**
 * A person with a gateway in their list. `addedAt`: the time when they added it. `ownerSince` and `coOwnerSince` are
 * both null for a viewer. The access ends at `endsAt`; null means that it has no end. If an earlier owner has shared
 * faults, `faultsSince` is the time from which on the person sees them; otherwise it is null.
 */
export type Holder = {
  personId: string
  addedAt: Date
  ownerSince: Date | null
  coOwnerSince: Date | null
  endsAt: Date | null
  faultsSince: Date | null
}

const holderColumns = sql`
  c.person_id as "personId", c.added_at as "addedAt", c.owner_since as "ownerSince",
  c.co_owner_since as "coOwnerSince", c.ends_at as "endsAt", c.faults_since as "faultsSince"`

/** A gateway, a person, and the time at which their access is checked, in epoch ms. */
export type HolderQuery = { gatewayId: string; personId: string; now: number }

/**
 * Finds a person's access to a gateway. Returns null if the person has no access, or if it has ended by `now` (epoch
 * ms).
 */
export async function findHolder(db: Queryable, { gatewayId, personId, now }: HolderQuery): Promise<Holder | null> {
  return readFirstRow<Holder>(db, 'find-holder')`
    select ${holderColumns} from connection c
    where c.gateway_id = ${gatewayId} and c.person_id = ${personId} and ${accessInForceSql(now)}`
}

/**
 * Locks the gateway and returns all holders whose access has not ended by `now` (epoch ms), as `lockGateway` and
 * `readHolders` do.
 */
export async function lockGatewayAndReadHolders(
  transaction: Transaction,
  gatewayId: string,
  now: number,
): Promise<Holder[]> {
  await lockGateway(transaction, gatewayId)
  return readHolders(transaction, gatewayId, now)
}

/**
 * Locks the gateway. Other transactions that call this function for the gateway wait until the transaction ends.
 * Reports of the gateway do not wait, because their transactions lock only the key of the gateway's row.
 */
export async function lockGateway(transaction: Transaction, gatewayId: string): Promise<void> {
  await execute(transaction)`select from gateway where id = ${gatewayId} for no key update`
}

/** Returns all holders of a gateway whose access has not ended by `now` (epoch ms). */
export async function readHolders(transaction: Transaction, gatewayId: string, now: number): Promise<Holder[]> {
  return readRows<Holder>(transaction)`
    select ${holderColumns} from connection c where c.gateway_id = ${gatewayId} and ${accessInForceSql(now)}`
}

/**
 * Adds a holder. First deletes the person's open request for access, and an earlier access with everything that
 * belongs to it.
 */
export async function addOrReplaceHolder(
  transaction: Transaction,
  { gatewayId, ...holder }: Holder & { gatewayId: string },
): Promise<void> {
  const { personId, addedAt, ownerSince, coOwnerSince, endsAt, faultsSince } = holder
  await removeHolder(transaction, gatewayId, personId)
  await execute(transaction)`delete from access_request where gateway_id = ${gatewayId} and person_id = ${personId}`
  await execute(transaction)`
    insert into connection (person_id, gateway_id, added_at, owner_since, co_owner_since, ends_at, faults_since, seq)
    values (${personId}, ${gatewayId}, ${addedAt}, ${ownerSince}, ${coOwnerSince}, ${endsAt}, ${faultsSince},
      nextval('change_seq'))`
}

/** Removes all holders of a gateway, so that the new owner starts with an empty list. Specification 13.6. */
export async function removeAllHolders(transaction: Transaction, gatewayId: string): Promise<void> {
  await execute(transaction)`delete from connection where gateway_id = ${gatewayId}`
}

/** Makes all co-owners viewers, because the owner leaves. Specification 13.6. */
export async function demoteCoOwners(transaction: Transaction, gatewayId: string): Promise<void> {
  await execute(transaction)`
    update connection set co_owner_since = null where gateway_id = ${gatewayId} and co_owner_since is not null`
}

/** Makes the period that these people may see begin at `now`. Their roles stay unchanged. */
export async function restartVisiblePeriods(
  transaction: Transaction,
  { gatewayId, personIds, now }: { gatewayId: string; personIds: readonly string[]; now: Date },
): Promise<void> {
  await execute(transaction)`
    update connection set added_at = ${now}, co_owner_since = case when co_owner_since is not null then ${now}::timestamptz end
    where gateway_id = ${gatewayId} and person_id = any (${[...personIds]}::uuid[])`
}

export async function removeHolder(transaction: Transaction, gatewayId: string, personId: string): Promise<void> {
  await execute(transaction)`delete from connection where gateway_id = ${gatewayId} and person_id = ${personId}`
}

/** A change of an appliance's service settings: the appliance, the person who made the change, and the time. */
export type ServiceChangeContext = { gatewayId: string; personId: string; now: Date }

export type ServiceSettingsEvent =
  | { kind: 'address-added' | 'address-changed' }
  | { kind: 'contract-added' | 'contract-replaced' | 'contract-ended' | 'consent-renewed'; contractId: string }

/** Records a person's change of the service settings, for exports. Specification 15.1. */
export async function insertServiceEvent(
  transaction: Transaction,
  { gatewayId, personId, now }: ServiceChangeContext,
  event: ServiceSettingsEvent,
): Promise<void> {
  const contractId = 'contractId' in event ? event.contractId : null
  await execute(transaction)`
    insert into service_event (gateway_id, at, kind, contract_id, person_id)
    values (${gatewayId}, ${now}, ${event.kind}, ${contractId}, ${personId})`
}

export type GatewaySerialAndBrand = { serial: string; brand: string }

/**
 * Reads the serial number and brand of a gateway. Country rules need the brand (Specification 13.8), and names of
 * export files the serial number.
 */
export async function readGatewaySerialAndBrand(
  transaction: Transaction,
  gatewayId: string,
): Promise<GatewaySerialAndBrand> {
  return readRequiredRow<GatewaySerialAndBrand>(transaction)`
    select serial, brand from gateway where id = ${gatewayId}`
}

/** Limits the time of each further statement in the transaction, in milliseconds. */
export async function limitStatementTime(transaction: Transaction, ms: number): Promise<void> {
  await execute(transaction)`select set_config('statement_timeout', ${String(ms)}, true)`
}
