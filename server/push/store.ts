import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Subscription, Unit } from '#contract/push.ts'
import type { GatewayChange } from '#server/bus/bus.ts'
import type { Tables } from '#server/database/tables.ts'

type Payload = Readonly<Record<string, unknown>>

export type StoredSubscription = { personId: string; gatewayId: string; units: string[] }

/** What these people subscribed to. */
export async function readSubscriptions(pool: Pool, personIds: readonly string[]): Promise<StoredSubscription[]> {
  const { rows } = await pool.query<StoredSubscription>({
    name: 'push-subscriptions',
    text: `select person_id as "personId", gateway_id as "gatewayId", units
           from subscription where person_id = any ($1::uuid[]) order by person_id, gateway_id`,
    values: [uuidArray(personIds)],
  })
  return rows
}

/** The status of a gateway whose status a person subscribed to; null before its first report. */
export type SubscribedStatus = {
  personId: string
  gatewayId: string
  status: { gatewayStatus: string; since: string; ts: string; seq: number } | null
}

type SubscribedStatusRow = {
  person_id: string
  gateway_id: string
  status: string | null
  since: Date
  ts: string
  seq: string
}

/**
 * The statuses, as they are now, that these people subscribed to. Of the time before a person added the gateway they
 * tell nothing: they begin then, at the earliest. Specification 19.52.
 */
export async function readSubscribedStatuses(pool: Pool, personIds: readonly string[]): Promise<SubscribedStatus[]> {
  const { rows } = await pool.query<SubscribedStatusRow>({
    name: 'push-subscribed-statuses',
    text: `select s.person_id, s.gateway_id, g.status, greatest(g.since, c.added_at) as since,
             to_char(greatest(coalesce(g.told_at, g.last_seen_at), c.added_at) at time zone 'UTC',
               'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ts, g.seq
           from subscription s
           join connection c using (person_id, gateway_id)
           left join gateway_status g using (gateway_id)
           where s.person_id = any ($1::uuid[]) and 'status' = any (s.units)
           order by s.person_id, s.gateway_id`,
    values: [uuidArray(personIds)],
  })
  return rows.map(toSubscribedStatus)
}

function toSubscribedStatus(row: SubscribedStatusRow): SubscribedStatus {
  const { person_id: personId, gateway_id: gatewayId, status: gatewayStatus } = row
  if (gatewayStatus === null) return { personId, gatewayId, status: null }
  const { ts } = row
  return { personId, gatewayId, status: { gatewayStatus, since: row.since.toISOString(), ts, seq: Number(row.seq) } }
}

/** What a unit of a gateway reported last, and who subscribed to it. */
export type SubscribedReport = { personId: string; change: GatewayChange }

type SubscribedReportRow = {
  person_id: string
  gateway_id: string
  unit: Unit
  ts: Date
  seq: string
  payload: Payload
}

/** A page shows a handful of values: what is larger than that, in bytes as stored, it gets when it is reported. */
const largestInSnapshot = 2_000

/**
 * The last reports since `since` (epoch ms) of all units but the status that these people subscribed to, none from
 * before a person added the gateway. Specification 19.52.
 */
export async function readSubscribedReports(
  pool: Pool,
  personIds: readonly string[],
  since: number,
): Promise<SubscribedReport[]> {
  const { rows } = await pool.query<SubscribedReportRow>({
    name: 'push-subscribed-reports',
    text: `select s.person_id, s.gateway_id, wanted.unit, t.ts, t.seq, t.payload
           from subscription s
           join connection c using (person_id, gateway_id)
           cross join unnest(s.units) as wanted (unit)
           cross join lateral (
             select ts, seq, payload from telemetry
             where gateway_id = s.gateway_id and unit = wanted.unit and ts >= greatest($2, c.added_at)
             order by ts desc limit 1
           ) t
           where s.person_id = any ($1::uuid[]) and wanted.unit <> 'status'
             and pg_column_size(t.payload) <= ${largestInSnapshot}
           order by s.person_id, s.gateway_id`,
    values: [uuidArray(personIds), new Date(since)],
  })
  return rows.map(({ person_id: personId, gateway_id: gatewayId, unit, ts, seq, payload }) => ({
    personId,
    change: { gatewayId, unit, seq: Number(seq), ts: ts.toISOString(), payload },
  }))
}

/** Asks for many pairs at once whether the person may still hear of the gateway; both lists have the same length. */
export type RightsQuery = { personIds: readonly string[]; gatewayIds: readonly string[] }

/** The places (from 0) of the pairs that have no connection or no subscription any more: usually none. */
export async function findPairsWithoutRights(pool: Pool, asked: RightsQuery): Promise<number[]> {
  const { rows } = await pool.query<{ place: number }>({
    name: 'push-pairs-without-rights',
    text: `select place::integer - 1 as place
           from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (person_id, gateway_id, place)
           where not exists (
             select from subscription s join connection c using (person_id, gateway_id)
             where s.person_id = asked.person_id and s.gateway_id = asked.gateway_id
           )`,
    values: [uuidArray(asked.personIds), uuidArray(asked.gatewayIds)],
  })
  return rows.map(({ place }) => place)
}

/** The places (from 0) of the pairs in which the person does not own the gateway any more. */
export async function findPairsWithoutOwnership(pool: Pool, asked: RightsQuery): Promise<number[]> {
  const { rows } = await pool.query<{ place: number }>({
    name: 'push-pairs-without-ownership',
    text: `select place::integer - 1 as place
           from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (person_id, gateway_id, place)
           where not exists (
             select from connection c
             where c.person_id = asked.person_id and c.gateway_id = asked.gateway_id and c.owner_since is not null
           )`,
    values: [uuidArray(asked.personIds), uuidArray(asked.gatewayIds)],
  })
  return rows.map(({ place }) => place)
}

const uuidLength = 36

// Written here, into one buffer, because the driver would look at each of thousands of ids for characters to escape.
function uuidArray(ids: readonly string[]): string {
  if (ids.length === 0) return '{}'
  const text = Buffer.allocUnsafe(ids.length * (uuidLength + 1) + 1)
  for (const [index, id] of ids.entries()) text.write(`,${id}`, index * (uuidLength + 1), 'latin1')
  text.write('{', 0, 'latin1')
  text.write('}', text.length - 1, 'latin1')
  return text.toString('latin1')
}

/** The payload of a change that was too large for the bus, or null when it is not kept any more. */
export async function readPayload(pool: Pool, { gatewayId, unit, ts }: GatewayChange): Promise<Payload | null> {
  if (unit === 'status') return readStatusPayload(pool, gatewayId)
  const { rows } = await pool.query<{ payload: Payload }>({
    name: 'push-payload',
    text: 'select payload from telemetry where gateway_id = $1 and unit = $2 and ts = $3',
    values: [gatewayId, unit, ts],
  })
  return rows[0]?.payload ?? null
}

async function readStatusPayload(pool: Pool, gatewayId: string): Promise<Payload | null> {
  const { rows } = await pool.query<{ status: string; since: Date }>({
    name: 'push-status-payload',
    text: 'select status, since from gateway_status where gateway_id = $1',
    values: [gatewayId],
  })
  return rows[0] ? { gatewayStatus: rows[0].status, since: rows[0].since.toISOString() } : null
}

/** What a person asks for; a gateway stands in it once. */
export type SubscriptionReplacement = { personId: string; subscriptions: readonly Subscription[]; now: number }

/**
 * Replaces the person's subscriptions. Answers how many of the gateways are the person's: fewer than asked for means
 * that the transaction must not commit.
 */
export async function replaceSubscriptions(
  transaction: Kysely<Tables>,
  wishes: SubscriptionReplacement,
): Promise<number> {
  const { personId, subscriptions, now } = wishes
  await touchPresence(transaction, [personId], now)
  await deleteSubscriptions(transaction, personId)
  const asked = JSON.stringify(subscriptions.map(toAsked))
  const { numAffectedRows } = await sql`
    insert into subscription (person_id, gateway_id, units)
    select c.person_id, c.gateway_id, array(select jsonb_array_elements_text(asked.units))
    from jsonb_to_recordset(${asked}::jsonb) as asked (gateway_id uuid, units jsonb)
    join connection c on c.person_id = ${personId} and c.gateway_id = asked.gateway_id
    order by c.gateway_id
    for key share of c
  `.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

function toAsked({ resourceId, aggregatedUnits }: Subscription): { gateway_id: string; units: readonly string[] } {
  return { gateway_id: resourceId, units: aggregatedUnits }
}

export async function deleteSubscriptions(db: Kysely<Tables>, personId: string): Promise<void> {
  await sql`delete from subscription where person_id = ${personId}`.execute(db)
}

/**
 * Notes that these people have pages open. Within a transaction it also lets one request of a person after the other
 * change the subscriptions.
 */
export async function touchPresence(db: Kysely<Tables>, personIds: readonly string[], now: number): Promise<void> {
  await sql`
    insert into page_presence (person_id, seen_at)
    select person.id, ${new Date(now)} from person where person.id = any (${uuidArray(personIds)}::uuid[])
    order by person.id
    on conflict (person_id) do update set seen_at = greatest(page_presence.seen_at, excluded.seen_at)
  `.execute(db)
}

/** Drops the subscriptions of people without an open page since `before` (epoch ms). Answers how many people. */
export async function dropAbandonedSubscriptions(db: Kysely<Tables>, before: number): Promise<number> {
  const { rows } = await sql`
    with abandoned as (delete from page_presence where seen_at < ${new Date(before)} returning person_id),
         dropped as (delete from subscription using abandoned where subscription.person_id = abandoned.person_id)
    select from abandoned
  `.execute(db)
  return rows.length
}
