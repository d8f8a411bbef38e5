import type { GatewayStatus } from '#contract/appliance.ts'
import { type FaultSeverity, faultSeverityOf } from '#contract/faults.ts'
import type { Subscription, Unit } from '#contract/event-bus.ts'
import type { GatewayChange } from '#server/live/bus/bus.ts'
import { changeTimeSql } from '#server/live/bus/store.ts'
import { accessInForceSql } from '#server/database/access-in-force.ts'
import { type Queryable, execute, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

type Payload = Readonly<Record<string, unknown>>

export type StoredSubscription = { personId: string; gatewayId: string; units: string[]; addedAt: Date }

/**
 * The people whose subscriptions are read. A subscription counts only if the person has access to the appliance at
 * `now` (epoch ms).
 */
export type SubscriptionQuery = { personIds: readonly string[]; now: number }

/** Reads the subscriptions of these people. `addedAt`: the time at which the person added the gateway. */
export async function readSubscriptions(
  db: Queryable,
  { personIds, now }: SubscriptionQuery,
): Promise<StoredSubscription[]> {
  return readRows<StoredSubscription>(db, 'push-subscriptions')`
    select person_id as "personId", gateway_id as "gatewayId", s.units, c.added_at as "addedAt"
    from subscription s join connection c using (person_id, gateway_id)
    where person_id = any (${uuidArray(personIds)}::uuid[]) and ${accessInForceSql(now)} order by person_id, gateway_id`
}

type StatusPayload = { gatewayStatus: string; since: string; faultCode: string | null; severity: FaultSeverity | null }

/**
 * The current status of a gateway for one person who subscribed to it. `status`: null before the gateway's first
 * report.
 */
export type SubscribedStatus = {
  personId: string
  gatewayId: string
  status: { payload: StatusPayload; ts: string; seq: number } | null
}

type SubscribedStatusRow = {
  personId: string
  gatewayId: string
  gatewayStatus: GatewayStatus | null
  reported: GatewayStatus | null
  faultCode: string | null
  since: Date
  ts: string
  seq: number
}

/**
 * Reads the current statuses to which these people have subscribed. If a status began before the person added the
 * gateway, it begins at that time. Specification 19.52.
 */
export async function readSubscribedStatuses(
  db: Queryable,
  { personIds, now }: SubscriptionQuery,
): Promise<SubscribedStatus[]> {
  const rows = await readRows<SubscribedStatusRow>(db, 'push-subscribed-statuses')`
    select s.person_id as "personId", s.gateway_id as "gatewayId", g.status as "gatewayStatus", g.reported,
      g.fault_code as "faultCode", greatest(g.since, c.added_at) as since,
      ${changeTimeSql(sql`greatest(coalesce(g.published_at, greatest(g.since, g.last_seen_at)), c.added_at)`)} as ts, g.seq::float8 as seq
    from subscription s
    join connection c using (person_id, gateway_id)
    left join gateway_status g using (gateway_id)
    where s.person_id = any (${uuidArray(personIds)}::uuid[]) and 'status' = any (s.units) and ${accessInForceSql(now)}
    order by s.person_id, s.gateway_id`
  return rows.map(({ personId, gatewayId, gatewayStatus, reported, ts, seq, ...row }) => {
    if (gatewayStatus === null || reported === null) return { personId, gatewayId, status: null }
    return { personId, gatewayId, status: { payload: toStatusPayload({ ...row, gatewayStatus, reported }), ts, seq } }
  })
}

type CurrentStatus = { gatewayStatus: GatewayStatus; reported: GatewayStatus; faultCode: string | null; since: Date }

function toStatusPayload({ gatewayStatus, reported, faultCode, since }: CurrentStatus): StatusPayload {
  return { gatewayStatus, since: since.toISOString(), faultCode, severity: faultSeverityOf(reported) }
}

/** The latest report of a unit, for one person who has subscribed to the unit. */
export type SubscribedReport = { personId: string; change: GatewayChange }

type SubscribedReportRow = {
  personId: string
  gatewayId: string
  unit: Unit
  ts: string
  seq: number
  payload: Payload
}

/**
 * The maximum stored size in bytes of a report in a snapshot. A page shows few values, so a larger report reaches a
 * page only when it arrives from the gateway.
 */
const maxSnapshotReportBytes = 2_000

/**
 * Reads the latest report of each subscribed unit, except `status`. Omits reports before `since` (epoch ms), and
 * reports from before the person added the gateway. Specification 19.52.
 */
export async function readSubscribedReports(
  db: Queryable,
  { personIds, now }: SubscriptionQuery,
  since: number,
): Promise<SubscribedReport[]> {
  const rows = await readRows<SubscribedReportRow>(db, 'push-subscribed-reports')`
    select s.person_id as "personId", s.gateway_id as "gatewayId", wanted.unit, ${changeTimeSql(sql`t.ts`)} as ts, t.seq::float8 as seq, t.payload
    from subscription s
    join connection c using (person_id, gateway_id)
    cross join unnest(s.units) as wanted (unit)
    cross join lateral (
      select ts, seq, payload from telemetry
      where gateway_id = s.gateway_id and unit = wanted.unit and ts >= greatest(${new Date(since)}, c.added_at)
      order by ts desc limit 1
    ) t
    where s.person_id = any (${uuidArray(personIds)}::uuid[]) and wanted.unit <> 'status' and ${accessInForceSql(now)}
      and pg_column_size(t.payload) <= ${maxSnapshotReportBytes}
    order by s.person_id, s.gateway_id`
  return rows.map(({ personId, ...change }) => ({ personId, change }))
}

/**
 * Pairs of a person and a gateway. One query checks the rights of all pairs at `now` (epoch ms). The two ids of a
 * pair are at the same index of the two lists.
 */
export type PersonGatewayPairs = { personIds: readonly string[]; gatewayIds: readonly string[]; now: number }

/** Returns the indexes of the pairs that have no connection or no subscription. In most cases the result is empty. */
export async function findPairsWithoutRights(db: Queryable, rightsQuery: PersonGatewayPairs): Promise<number[]> {
  const rows = await readRows<PairIndex>(db, 'push-pairs-without-rights')`
    select index::integer - 1 as index from ${pairsOf(rightsQuery)}
    where not exists (
      select from subscription s join connection c using (person_id, gateway_id)
      where s.person_id = asked.person_id and s.gateway_id = asked.gateway_id and ${accessInForceSql(rightsQuery.now)}
    )`
  return rows.map(({ index }) => index)
}

/**
 * Returns the `seq` of the service settings for each pair with a connection and a subscription. The keys are the
 * indexes of the pairs.
 */
export async function readServiceSettingsSeqs(
  db: Queryable,
  rightsQuery: PersonGatewayPairs,
): Promise<ReadonlyMap<number, number>> {
  const rows = await readRows<PairIndex & { seq: number }>(db, 'push-service-seqs')`
    select index::integer - 1 as index, c.seq::float8 as seq from ${pairsOf(rightsQuery)}
    join connection c using (person_id, gateway_id)
    join subscription s using (person_id, gateway_id)
    where ${accessInForceSql(rightsQuery.now)}`
  return new Map(rows.map(({ index, seq }) => [index, seq]))
}

/** Returns the indexes of the pairs whose person is neither owner nor co-owner of the gateway. */
export async function findPairsWithoutEditingRights(db: Queryable, rightsQuery: PersonGatewayPairs): Promise<number[]> {
  const rows = await readRows<PairIndex>(db, 'push-pairs-without-editing')`
    select index::integer - 1 as index from ${pairsOf(rightsQuery)}
    where not exists (
      select from connection c
      where c.person_id = asked.person_id and c.gateway_id = asked.gateway_id
        and (c.owner_since is not null or c.co_owner_since is not null) and ${accessInForceSql(rightsQuery.now)}
    )`
  return rows.map(({ index }) => index)
}

type PairIndex = { index: number }

const pairsOf = ({ personIds, gatewayIds }: Omit<PersonGatewayPairs, 'now'>) => sql`
  unnest(${uuidArray(personIds)}::uuid[], ${uuidArray(gatewayIds)}::uuid[])
    with ordinality as asked (person_id, gateway_id, index)`

const uuidLength = 36

// Formats the ids as one array literal. For an array, the driver would search each of thousands of ids for characters
// to escape.
function uuidArray(ids: readonly string[]): string {
  if (ids.length === 0) return '{}'
  const text = Buffer.alloc(ids.length * (uuidLength + 1) + 1, ',')
  for (const [index, id] of ids.entries()) text.write(id, index * (uuidLength + 1) + 1, 'latin1')
  text.write('{', 0, 'latin1')
  text.write('}', text.length - 1, 'latin1')
  return text.toString('latin1')
}

/**
 * Reads the payloads of changes without a payload, and returns them in the order of `changes`. For a status, the
 * payload is the current one. A payload is null if its row no longer exists.
 */
export async function readChangePayloads(
  db: Queryable,
  changes: readonly GatewayChange[],
): Promise<(Payload | null)[]> {
  const [statuses, reports] = await Promise.all([
    readStatusPayloads(
      db,
      changes.filter(({ unit }) => unit === 'status'),
    ),
    readReportPayloads(
      db,
      changes.filter(({ unit }) => unit !== 'status'),
    ),
  ])
  return changes.map((change) => (change.unit === 'status' ? statuses : reports).get(payloadKey(change)) ?? null)
}

function payloadKey({ gatewayId, unit }: Pick<GatewayChange, 'gatewayId' | 'unit'>): string {
  return `${gatewayId} ${unit}`
}

async function readReportPayloads(db: Queryable, changes: readonly GatewayChange[]): Promise<Map<string, Payload>> {
  if (changes.length === 0) return new Map()
  const rows = await readRows<{ gatewayId: string; unit: string; payload: Payload }>(db)`
    select change.gateway_id as "gatewayId", change.unit, t.payload
    from rows from (
      unnest(${changes.map(({ gatewayId }) => gatewayId)}::uuid[]),
      unnest(${changes.map(({ unit }) => unit)}::text[]),
      unnest(${changes.map(({ ts }) => ts)}::timestamptz[])
    ) as change (gateway_id, unit, ts)
    cross join lateral (
      select payload from telemetry
      where gateway_id = change.gateway_id and unit = change.unit and ts = change.ts
      union all
      select payload from telemetry_late_report
      where gateway_id = change.gateway_id and unit = change.unit and ts = change.ts
      limit 1
    ) t`
  return new Map(rows.map(({ gatewayId, unit, payload }) => [`${gatewayId} ${unit}`, payload]))
}

async function readStatusPayloads(db: Queryable, changes: readonly GatewayChange[]): Promise<Map<string, Payload>> {
  if (changes.length === 0) return new Map()
  const rows = await readRows<CurrentStatus & { gatewayId: string }>(db)`
    select gateway_id as "gatewayId", status as "gatewayStatus", reported, fault_code as "faultCode", since
    from gateway_status where gateway_id = any (${changes.map(({ gatewayId }) => gatewayId)}::uuid[])`
  return new Map(rows.map(({ gatewayId, ...now }) => [payloadKey({ gatewayId, unit: 'status' }), toStatusPayload(now)]))
}

/** The new subscriptions of a person at `now` (epoch ms). Each gateway occurs once. */
export type SubscriptionReplacement = { personId: string; subscriptions: readonly Subscription[]; now: number }

/**
 * Replaces the person's subscriptions. Returns the number of gateways in the new subscriptions to which the person has
 * access. If it is smaller than the number of requested gateways, the caller must roll back the transaction.
 */
export async function replaceSubscriptions(
  transaction: Transaction,
  { personId, subscriptions, now }: SubscriptionReplacement,
): Promise<number> {
  await recordPresence(transaction, [personId])
  await deleteSubscriptions(transaction, personId)
  const askedRows = JSON.stringify(subscriptions.map(toRow))
  return execute(transaction)`
    insert into subscription (person_id, gateway_id, units)
    select c.person_id, c.gateway_id, array(select jsonb_array_elements_text(asked.units))
    from jsonb_to_recordset(${askedRows}::jsonb) as asked (gateway_id uuid, units jsonb)
    join connection c on c.person_id = ${personId} and c.gateway_id = asked.gateway_id and ${accessInForceSql(now)}
    order by c.gateway_id
    for key share of c`
}

function toRow({ resourceId, aggregatedUnits }: Subscription): { gateway_id: string; units: readonly string[] } {
  return { gateway_id: resourceId, units: aggregatedUnits }
}

export async function deleteSubscriptions(db: Queryable, personId: string): Promise<void> {
  await execute(db)`delete from subscription where person_id = ${personId}`
}

/**
 * Records that these people have open pages now. In a transaction, also makes parallel changes of the same person's
 * subscriptions wait.
 */
export async function recordPresence(db: Queryable, personIds: readonly string[]): Promise<void> {
  await execute(db)`
    insert into page_presence (person_id, seen_at)
    select person.id, now() from person where person.id = any (${uuidArray(personIds)}::uuid[])
    order by person.id
    on conflict (person_id) do update set seen_at = greatest(page_presence.seen_at, excluded.seen_at)`
}

/**
 * Deletes the subscriptions of people who had no open page for `afterMs`. Returns the ids of the people who had
 * subscriptions.
 */
export async function deleteAbandonedSubscriptions(db: Queryable, afterMs: number): Promise<string[]> {
  const rows = await readRows<{ personId: string }>(db)`
    with abandoned as (delete from page_presence where seen_at < now() - make_interval(secs => ${afterMs / 1_000})
           returning person_id),
         dropped as (delete from subscription using abandoned where subscription.person_id = abandoned.person_id
           returning subscription.person_id)
    select distinct person_id as "personId" from dropped`
  return rows.map(({ personId }) => personId)
}
