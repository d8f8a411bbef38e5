import type { GrantableRole } from '#contract/access-role.ts'
import { type Queryable, execute, readFirstRow, readRows } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/**
 * An event that the role `jobs` handles at `dueAt`.
 * - `role`, `accessEndsAt`: the values of the access after its change; null for other events.
 * - `personId`: the person whose access changes, who started the hand-over, or who sent the request.
 * - `actorId`: the person who caused the event; null for the portal.
 */
export type ScheduledAccessEvent = {
  gatewayId: string
  personId: string
  kind:
    | 'given'
    | 'left'
    | 'removed'
    | 'changed'
    | 'ownership-ended'
    | 'ownership-begun'
    | 'handover-declined'
    | 'handover-end'
    | 'requested'
    | 'request-accepted'
    | 'request-declined'
    | 'request-end'
  role: GrantableRole | null
  accessEndsAt: Date | null
  actorId: string | null
  dueAt: Date
}

export async function insertAccessEvent(transaction: Transaction, event: ScheduledAccessEvent): Promise<void> {
  const { gatewayId, personId, kind, role, accessEndsAt, actorId, dueAt } = event
  await execute(transaction)`
    insert into access_event (gateway_id, person_id, kind, role, access_ends_at, actor_id, due_at)
    values (${gatewayId}, ${personId}, ${kind}, ${role}, ${accessEndsAt}, ${actorId}, ${dueAt})`
}

/** The end of an access. `endsAt` is null if the access has no end. `now` is the time of the change. */
export type AccessDeadlinesUpdate = { gatewayId: string; personId: string; endsAt: Date | null; now: Date }

/**
 * Replaces the deadlines of an access: a week before its end, a day before its end, and the end itself. Deadlines in
 * the past are omitted.
 */
export async function replaceAccessDeadlines(
  transaction: Transaction,
  { gatewayId, personId, endsAt, now }: AccessDeadlinesUpdate,
): Promise<void> {
  await execute(transaction)`
    delete from access_event
    where gateway_id = ${gatewayId} and person_id = ${personId} and kind in ('week-before', 'day-before', 'end')`
  await execute(transaction)`
    insert into access_event (gateway_id, person_id, kind, access_ends_at, due_at)
    select ${gatewayId}, ${personId}, deadline.kind, ${endsAt}::timestamptz, ${endsAt}::timestamptz - deadline.before
    from (values
      ('week-before', interval '168 hours'), ('day-before', interval '24 hours'), ('end', interval '0')
    ) as deadline (kind, before)
    where ${endsAt}::timestamptz - deadline.before > ${now}`
}

export type DueAccessEvent = {
  id: string
  gatewayId: string
  personId: string
  kind: ScheduledAccessEvent['kind'] | 'week-before' | 'day-before' | 'end'
  role: GrantableRole | null
  accessEndsAt: Date | null
  actorId: string | null
  dueAt: Date
  brand: string
}

/** Finds up to `limit` gateways with due events. The gateway whose event has been due longest is first. */
export async function findGatewaysWithDueEvents(
  db: Queryable,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const rows = await readRows<{ id: string }>(db)`
    select gateway_id as id from access_event where due_at <= ${now} group by gateway_id order by min(due_at) limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Deletes and returns the due events of a gateway, the oldest first. */
export async function popDueAccessEvents(
  transaction: Transaction,
  { gatewayId, now }: { gatewayId: string; now: Date },
): Promise<DueAccessEvent[]> {
  return readRows<DueAccessEvent>(transaction)`
    with taken as (
      delete from access_event where gateway_id = ${gatewayId} and due_at <= ${now} returning *
    )
    select t.id::text as id, t.gateway_id as "gatewayId", t.person_id as "personId", t.kind, t.role,
      t.access_ends_at as "accessEndsAt", t.actor_id as "actorId", t.due_at as "dueAt", g.brand
    from taken t join gateway g on g.id = t.gateway_id order by t.due_at, t.id`
}

/**
 * Reads the stored end of an access, even if the end has passed. Returns null if there is no access; `endsAt` is null
 * if the access has no end.
 */
export async function readStoredAccessEnd(
  db: Queryable,
  { gatewayId, personId }: { gatewayId: string; personId: string },
): Promise<{ endsAt: Date | null } | null> {
  return readFirstRow<{ endsAt: Date | null }>(db)`
    select ends_at as "endsAt" from connection where gateway_id = ${gatewayId} and person_id = ${personId}`
}
