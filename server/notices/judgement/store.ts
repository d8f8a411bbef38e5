import { accessInForceSql } from '#server/database/access-in-force.ts'
import { type Queryable, execute, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { GatewayNoticeState, ListeningPeriod, StatusChange } from '../notice-rules.ts'
import { type StoredNoticeState, fromStoredNoticeState } from './stored-notice-state.ts'

/**
 * A gateway to judge, because it has status changes or its judgement is due. `memory`: its stored state; null if none
 * is stored.
 */
export type GatewayClaimedForJudgement = { gatewayId: string; brand: string; memory: GatewayNoticeState | null }

type ClaimedGatewayRow = Omit<GatewayClaimedForJudgement, 'memory'> & {
  memory: StoredNoticeState | GatewayNoticeState | null
}

/** The maximum number of status changes in one run. The next run handles the remaining changes. */
const maxChangesPerRun = 10_000

/**
 * Claims gateways to judge: up to `limit` gateways whose judgement is due, and the gateways of the oldest `limit`
 * status changes. No other process can claim them before the transaction ends.
 */
export async function claimGatewaysToJudge(
  transaction: Transaction,
  { now, limit }: { now: Date; limit: number },
): Promise<GatewayClaimedForJudgement[]> {
  const statement = sql`select distinct gateway_id from (select gateway_id from unjudged_change order by id limit ${limit}) as n`
  await execute(transaction)`
    insert into notice_state (gateway_id, state) select gateway_id, 'null' from (${statement}) as n
    order by gateway_id on conflict (gateway_id) do nothing`
  const claimedGatewayRows = await readRows<ClaimedGatewayRow>(transaction)`
    select s.gateway_id as "gatewayId", g.brand, nullif(s.state, 'null') as memory
    from notice_state s join gateway g on g.id = s.gateway_id
    where s.gateway_id in (
      (select gateway_id from notice_state where due_at <= ${now} order by due_at limit ${limit})
      union (${statement}))
    for update of s skip locked`
  return claimedGatewayRows.map(({ memory, ...gateway }) => ({
    ...gateway,
    memory: memory && fromStoredNoticeState(memory),
  }))
}

type StatusChangeRow = Omit<StatusChange, 'at'> & { gatewayId: string; at: number }

/** Deletes at most `maxChangesPerRun` status changes of the gateways. Returns them by gateway id, the oldest first. */
export async function deleteAndReturnStatusChanges(
  transaction: Transaction,
  gatewayIds: readonly string[],
): Promise<Map<string, StatusChange[]>> {
  const rows = await readRows<StatusChangeRow & { id: string }>(transaction)`
    with taken as (
      delete from unjudged_change where id in (
        select id from unjudged_change where gateway_id = any (${gatewayIds}) order by id limit ${maxChangesPerRun})
      returning id, gateway_id, at, status, reported, fault_code
    )
    select id, gateway_id as "gatewayId", round(date_part('epoch', at) * 1000) as at,
      status, reported, fault_code as "faultCode"
    from taken order by taken.id`
  return Map.groupBy(rows, ({ gatewayId }) => gatewayId)
}

/**
 * The result of judging a gateway. `dueAt`: the time at which to judge the gateway again, in epoch milliseconds; null
 * if only a new status change makes a judgement necessary.
 */
export type JudgementToSave = { gatewayId: string; memory: GatewayNoticeState; dueAt: number | null }

export async function saveGatewayNoticeStates(
  transaction: Transaction,
  judgements: readonly JudgementToSave[],
): Promise<void> {
  await execute(transaction)`
    update notice_state s set state = n.state, due_at = to_timestamp(n.due_at / 1000)
    from unnest(
      ${judgements.map(({ gatewayId }) => gatewayId)}::uuid[],
      ${judgements.map(({ memory }) => JSON.stringify(memory))}::jsonb[],
      ${judgements.map(({ dueAt }) => dueAt)}::float8[]
    ) as n (gateway_id, state, due_at)
    where s.gateway_id = n.gateway_id`
}

export async function deleteGatewayNoticeStates(
  transaction: Transaction,
  gatewayIds: readonly string[],
): Promise<void> {
  await execute(transaction)`delete from notice_state where gateway_id = any (${gatewayIds})`
}

/**
 * Returns the periods in which at least one listener accepted reports, if they ended after `since`. The periods are
 * sorted, and overlapping periods are joined.
 */
export async function readListeningPeriods(db: Queryable, since: Date): Promise<ListeningPeriod[]> {
  return readRows<ListeningPeriod>(db)`
    select round(date_part('epoch', lower(part)) * 1000) as from, round(date_part('epoch', upper(part)) * 1000) as until
    from (
      select unnest(range_agg(tstzrange(began_at, until, '[]'))) as part
      from listener_beat where until >= ${since}
    ) as listened order by lower(part)`
}

/** A person who has a gateway. `addedAt`: since when, in epoch milliseconds. */
export type GatewayHolder = { gatewayId: string; personId: string; addedAt: number }

/** Reads the people who have these gateways at `now` (epoch ms), sorted by the time when they added their gateway. */
export async function readGatewayHolders(
  db: Queryable,
  { gatewayIds, now }: { gatewayIds: readonly string[]; now: number },
): Promise<GatewayHolder[]> {
  return readRows<GatewayHolder>(db)`
    select c.gateway_id as "gatewayId", c.person_id as "personId",
      round(date_part('epoch', c.added_at) * 1000) as "addedAt"
    from connection c where c.gateway_id = any (${gatewayIds}) and ${accessInForceSql(now)} order by c.added_at`
}

/**
 * A person who got the start notice of a fault or lost connection that has not ended. `trouble`: the name of the
 * fault or lost connection, unique in the gateway.
 */
export type OpenTroubleRecipient = { personId: string; gatewayId: string; trouble: string }

/** Stores the recipients of start notices. Omits people who no longer have the gateway. */
export async function insertOpenTroubleRecipients(
  transaction: Transaction,
  recordedRecipients: readonly OpenTroubleRecipient[],
): Promise<void> {
  await execute(transaction)`
    insert into open_trouble (person_id, gateway_id, trouble)
    select person_id, gateway_id, t.trouble from unnest(
      ${recordedRecipients.map(({ personId }) => personId)}::uuid[],
      ${recordedRecipients.map(({ gatewayId }) => gatewayId)}::uuid[],
      ${recordedRecipients.map(({ trouble }) => trouble)}::text[]
    ) as t (person_id, gateway_id, trouble) join connection using (person_id, gateway_id)
    on conflict do nothing`
}

/**
 * Deletes the stored recipients of a start notice, because the fault or lost connection has ended. Returns the ids of
 * the recipients.
 */
export async function deleteOpenTroubleRecipients(
  transaction: Transaction,
  { gatewayId, trouble }: { gatewayId: string; trouble: string },
): Promise<Set<string>> {
  const recordedRecipients = await readRows<{ personId: string }>(transaction)`
    delete from open_trouble where gateway_id = ${gatewayId} and trouble = ${trouble}
    returning person_id as "personId"`
  return new Set(recordedRecipients.map(({ personId }) => personId))
}
