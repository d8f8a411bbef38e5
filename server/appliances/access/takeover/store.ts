import type { TakeoverFailure } from '#contract/takeover.ts'
import { type Queryable, execute, readFirstRow, readRequiredRow, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { GatewayConnectionEvent } from './trial.ts'

export type TakeoverOutcome = TakeoverFailure | 'done'

/**
 * A stored takeover. `waitsMs` is secret. `ownerId` is null if the owner's account was erased. `provenAt` and
 * `decidedAt` are null until the person passes the trial. If nobody answers, the portal decides the takeover at
 * `decidedAt`.
 */
export type StoredTakeover = {
  id: string
  gatewayId: string
  personId: string
  ownerId: string | null
  ownerSince: Date
  startedAt: Date
  waitsMs: number[]
  provenAt: Date | null
  decidedAt: Date | null
  endedAt: Date | null
  outcome: TakeoverOutcome | null
  brand: string
}

const columns = sql`
  t.id, t.gateway_id as "gatewayId", t.person_id as "personId", t.owner_id as "ownerId",
  t.owner_since as "ownerSince", t.started_at as "startedAt", t.waits_ms as "waitsMs", t.proven_at as "provenAt",
  t.decided_at as "decidedAt", t.ended_at as "endedAt", t.outcome, g.brand`

const tables = sql`takeover t join gateway g on g.id = t.gateway_id`

export async function findTakeoverById(db: Queryable, id: string): Promise<StoredTakeover | null> {
  return readFirstRow<StoredTakeover>(db)`select ${columns} from ${tables} where t.id = ${id}`
}

/** Finds the open takeover of an appliance. There is at most one. Returns null if no takeover is open. */
export async function findOpenTakeoverByGateway(db: Queryable, gatewayId: string): Promise<StoredTakeover | null> {
  return readFirstRow<StoredTakeover>(db)`
    select ${columns} from ${tables} where t.gateway_id = ${gatewayId} and t.ended_at is null`
}

/** Reads up to `limit` takeovers that a person has started since `since`, the newest first. */
export async function readTakeoversStartedBy(
  db: Queryable,
  { personId, since, limit }: { personId: string; since: Date; limit: number },
): Promise<StoredTakeover[]> {
  return readRows<StoredTakeover>(db)`
    select ${columns} from ${tables} where t.person_id = ${personId} and t.started_at > ${since}
    order by t.started_at desc, t.id limit ${limit}`
}

export type NewTakeover = Pick<
  StoredTakeover,
  'gatewayId' | 'personId' | 'ownerId' | 'ownerSince' | 'startedAt' | 'waitsMs'
>

/** Inserts a takeover and returns its id. */
export async function insertTakeover(transaction: Transaction, takeover: NewTakeover): Promise<string> {
  const { gatewayId, personId, ownerId, ownerSince, startedAt, waitsMs } = takeover
  const { id } = await readRequiredRow<{ id: string }>(transaction)`
    insert into takeover (gateway_id, person_id, owner_id, owner_since, started_at, waits_ms)
    values (${gatewayId}, ${personId}, ${ownerId}, ${ownerSince}, ${startedAt}, ${waitsMs}::integer[])
    returning id`
  return id
}

/**
 * The times at which takeovers were started, the oldest first: `ofPerson` by this person, `ofGateway` by anybody for
 * this gateway.
 */
export type RecentTakeoverStarts = { ofPerson: Date[]; ofGateway: Date[] }

/**
 * Reads the starts of takeovers since `since`. Another transaction that calls this function for the same person waits
 * until this transaction ends.
 */
export async function lockAndReadRecentTakeoverStarts(
  transaction: Transaction,
  { personId, gatewayId, since }: { personId: string; gatewayId: string; since: Date },
): Promise<RecentTakeoverStarts> {
  await execute(transaction)`
    select pg_advisory_xact_lock(hashtextextended('gateway-portal takeovers of ' || ${personId}, 0))`
  const starts = await readRows<{ startedAt: Date; isOfPerson: boolean; isOfGateway: boolean }>(transaction)`
    select started_at as "startedAt", person_id = ${personId} as "isOfPerson",
      gateway_id = ${gatewayId} as "isOfGateway"
    from takeover
    where (person_id = ${personId} or gateway_id = ${gatewayId}) and started_at > ${since} order by started_at`
  return {
    ofPerson: starts.filter(({ isOfPerson }) => isOfPerson).map(({ startedAt }) => startedAt),
    ofGateway: starts.filter(({ isOfGateway }) => isOfGateway).map(({ startedAt }) => startedAt),
  }
}

/**
 * Reads whether the owner, a co-owner or the operator has refused a takeover of this gateway by this person since
 * `since`.
 */
export async function wasTakeoverRefusedSince(
  db: Queryable,
  { personId, gatewayId, since }: { personId: string; gatewayId: string; since: Date },
): Promise<boolean> {
  const count = await execute(db)`
    select from takeover
    where gateway_id = ${gatewayId} and person_id = ${personId} and ended_at > ${since}
      and outcome in ('objected', 'refused') limit 1`
  return count > 0
}

/**
 * Reads whether the gateway is connected, and when it last sent a message. Returns null if it has never sent a message.
 */
export async function readGatewayConnectionState(
  db: Queryable,
  gatewayId: string,
): Promise<{ isOn: boolean; lastSeenAt: Date } | null> {
  return readFirstRow<{ isOn: boolean; lastSeenAt: Date }>(db)`
    select status <> 'OFFLINE' as "isOn", last_seen_at as "lastSeenAt" from gateway_status
    where gateway_id = ${gatewayId}`
}

/** Reads the changes of the gateway's connection that listeners have recorded since `since`, the oldest first. */
export async function readGatewayConnectionEvents(
  db: Queryable,
  { gatewayId, since }: { gatewayId: string; since: Date },
): Promise<GatewayConnectionEvent[]> {
  return readRows<GatewayConnectionEvent>(db)`
    select round(date_part('epoch', at) * 1000) as at, status <> 'OFFLINE' as "isOn" from status_change
    where gateway_id = ${gatewayId} and at >= ${since} order by at, id`
}

export async function saveTakeoverTrialPassed(
  transaction: Transaction,
  { id, provenAt, decidedAt }: { id: string; provenAt: Date; decidedAt: Date },
): Promise<void> {
  await execute(transaction)`update takeover set proven_at = ${provenAt}, decided_at = ${decidedAt} where id = ${id}`
}

export async function saveTakeoverOutcome(
  transaction: Transaction,
  { id, outcome, endedAt }: { id: string; outcome: TakeoverOutcome; endedAt: Date },
): Promise<void> {
  await execute(transaction)`update takeover set outcome = ${outcome}, ended_at = ${endedAt} where id = ${id}`
}

/**
 * Reads whether the person has used the portal since `since`: an audit record has an act of the person, or one of
 * their sessions was renewed.
 */
export async function hasPersonUsedPortalSince(
  db: Queryable,
  { personId, since }: { personId: string; since: Date },
): Promise<boolean> {
  const { isActive } = await readRequiredRow<{ isActive: boolean }>(db)`
    select exists (select from audit where person_id = ${personId} and actor = 'person' and at >= ${since})
      or exists (select from session where person_id = ${personId} and renewed_at >= ${since}) as "isActive"`
  return isActive
}

/** Finds up to `limit` appliances with an open takeover that is still in its trial, or whose deadline has passed. */
export async function findGatewaysWithDueTakeover(
  db: Queryable,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const rows = await readRows<{ gatewayId: string }>(db)`
    select gateway_id as "gatewayId" from takeover
    where ended_at is null and (decided_at is null or decided_at <= ${now}) order by started_at limit ${limit}`
  return rows.map(({ gatewayId }) => gatewayId)
}

/** An ended takeover whose end the portal must still report to the person who started it. */
export type UnnotifiedTakeoverEnd = { id: string; personId: string; brand: string }

/**
 * Marks up to `limit` ended takeovers as notified. Returns the takeovers for which a notice is needed: they ended after
 * the trial was passed, and were neither cancelled nor done.
 */
export async function markTakeoverEndsNotified(
  transaction: Transaction,
  { now, limit }: { now: Date; limit: number },
): Promise<UnnotifiedTakeoverEnd[]> {
  return readRows<UnnotifiedTakeoverEnd>(transaction)`
    with ended as (
      select id from takeover
      where ended_at is not null and notified_at is null order by ended_at limit ${limit} for update skip locked
    ), notified as (
      update takeover t set notified_at = ${now} from ended where t.id = ended.id returning t.*
    )
    select t.id, t.person_id as "personId", g.brand from notified t join gateway g on g.id = t.gateway_id
    where t.proven_at is not null and t.outcome not in ('done', 'cancelled')`
}

/** Deletes takeovers that ended before `moment`. Returns their number. */
export async function deleteTakeoversEndedBefore(db: Queryable, moment: Date): Promise<number> {
  return execute(db)`delete from takeover where ended_at < ${moment}`
}

/** A takeover that waits for the answer of the appliance's owner, with the names of the person who started it. */
export type StoredTakeoverAwaitingOwner = {
  id: string
  firstName: string | null
  lastName: string | null
  decidedAt: Date
}

export async function findTakeoverAwaitingOwner(
  db: Queryable,
  gatewayId: string,
): Promise<StoredTakeoverAwaitingOwner | null> {
  return readFirstRow<StoredTakeoverAwaitingOwner>(db)`
    select t.id, p.first_name as "firstName", p.last_name as "lastName", t.decided_at as "decidedAt"
    from takeover t join person p on p.id = t.person_id
    where t.gateway_id = ${gatewayId} and t.ended_at is null and t.decided_at is not null`
}
