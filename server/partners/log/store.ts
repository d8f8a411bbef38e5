import { datatypeOfApplianceEvent } from '#contract/partner-events.ts'
import { type Queryable, execute, readRequiredRow, readRows } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { grantInForceCondition, grantNotLapsedCondition } from '../store.ts'

const statusTypes = Object.entries(datatypeOfApplianceEvent).flatMap(([type, needs]) =>
  needs === 'status' ? [type] : [],
)

/** Whether the event log lacks queued changes, or starts or ends of grants. */
export async function hasUnloggedChanges(db: Queryable): Promise<boolean> {
  const row = await readRequiredRow<{ isAny: boolean }>(db)`
    select exists (select from partner_change)
      or exists (select from partner_grant where logged = 'NOTHING')
      or exists (select from partner_grant where logged = 'BEGIN' and ended_at is not null) as "isAny"`
  return row.isAny
}

/** Locks the event log for one writer until the transaction ends. Returns the position of its newest event. */
export async function lockEventLog(transaction: Transaction): Promise<string> {
  const { position } = await readRequiredRow<{ position: string }>(transaction)`
    select position from partner_event_head for update`
  return position
}

/**
 * Writes events after the position `head`, and queues their deliveries. The events are ends of grants, starts of
 * grants, and queued changes, at most `limit` of each. A change of an appliance becomes an event for each grant in
 * force that shares that kind of data. When a grant ends, its earlier events are deleted. All parts of the statement
 * read the same snapshot, so no change of an appliance precedes the start of its grant.
 */
export async function writeEventsAndQueueDeliveries(
  transaction: Transaction,
  { head, now, limit }: { head: string; now: number; limit: number },
): Promise<void> {
  await execute(transaction)`
    with taken as (
      delete from partner_change where id in (select id from partner_change order by id limit ${limit})
      returning id, appliance_id, type, at, client_id, authorization_id, grant_id, endpoint_id
    ), begun as (
      update partner_grant set logged = 'BEGIN'
      where id in (select id from partner_grant where logged = 'NOTHING' limit ${limit})
      returning id, client_id, gateway_id, test_appliance_id, person_id, authorization_id, created_at
    ), ended as (
      update partner_grant set logged = 'END'
      where id in (select id from partner_grant where logged = 'BEGIN' and ended_at is not null limit ${limit})
      returning id, client_id, gateway_id, test_appliance_id, authorization_id, ended_at
    ), causes as (
      select 0 as part, 0 as turn, 'grant.ended' as type, ended_at as at, client_id, authorization_id, id as grant_id,
        coalesce(gateway_id, test_appliance_id) as appliance_id, null::uuid as endpoint_id
      from ended
      union all
      select 0, t.id, t.type, t.at, t.client_id, t.authorization_id, t.grant_id, t.appliance_id, t.endpoint_id
      from taken t join partner_client k on k.id = t.client_id
      union all
      select 1, 0, case when exists (
          select from partner_grant e
          where e.client_id = b.client_id and e.person_id = b.person_id and e.ended_at = b.created_at and e.id <> b.id
            and coalesce(e.gateway_id, e.test_appliance_id) = coalesce(b.gateway_id, b.test_appliance_id)
        ) then 'grant.amended' else 'grant.created' end,
        b.created_at, b.client_id, b.authorization_id, b.id, coalesce(b.gateway_id, b.test_appliance_id), null
      from begun b
      union all
      select 2, t.id, t.type, t.at, s.client_id, s.authorization_id, s.id, t.appliance_id, null
      from taken t join partner_grant s on coalesce(s.gateway_id, s.test_appliance_id) = t.appliance_id
      where t.client_id is null and ${grantInForceCondition(now)}
        and case when t.type = any (${statusTypes}::text[]) then 'status' else 'faults' end = any (s.datatypes)
    ), written as (
      insert into partner_event (position, type, at, recorded_at, client_id, authorization_id, grant_id, appliance_id, endpoint_id)
      select ${head}::bigint + row_number() over (order by part, turn, grant_id), type, at, ${new Date(now)},
        client_id, authorization_id, grant_id, appliance_id, endpoint_id
      from causes
      returning position, id, client_id, type
    ), queued as (
      insert into partner_delivery (endpoint_id, event_id, created_at, due_at)
      select p.id, w.id, ${new Date(now)}, ${new Date(now)}
      from written w join partner_endpoint p on p.client_id = w.client_id
      where p.state = 'ACTIVE' and (p.types is null or w.type = any (p.types))
    ), deleted as (
      delete from partner_event e using (select grant_id, authorization_id from causes where type = 'grant.ended') as c
      where e.authorization_id = c.authorization_id and e.grant_id = c.grant_id and e.type <> 'grant.ended'
    )
    update partner_event_head set position = (select max(position) from written) where exists (select from written)`
}

/** A grant that has lapsed but is not yet marked as ended. `reason`: the reason why it has lapsed. */
export type LapsedGrant = { id: string; reason: 'expired' | 'access-ended' }

/** Finds up to `limit` grants that have lapsed at `now` (epoch ms), with the reason. */
export async function findLapsedGrants(db: Queryable, now: number, limit: number): Promise<LapsedGrant[]> {
  return readRows<LapsedGrant>(db)`
    select s.id, case when s.ends_at <= ${new Date(now)}::timestamptz then 'expired' else 'access-ended' end as reason
    from partner_grant s
    where s.ended_at is null and not (${grantNotLapsedCondition(now)}) order by s.id limit ${limit}`
}

/**
 * Reads the oldest `limit` events, and deletes the events among them that were recorded before `before`. Returns the
 * number of deleted events.
 */
export async function deleteEventsRecordedBefore(
  db: Queryable,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  return execute(db)`
    delete from partner_event
    where position in (select position from partner_event order by position limit ${limit})
      and recorded_at < ${before}`
}
