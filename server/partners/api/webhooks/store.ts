import type { PartnerEventType } from '#contract/partner-events.ts'
import type { WebhookEndpoint } from '#contract/partner-webhooks.ts'
import { type Queryable, execute, readFirstRow, readRequiredRow, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { grantInForceCondition } from '../../store.ts'

export type WebhookEndpointRow = Omit<WebhookEndpoint, 'publicKey' | 'createdAt' | 'failingSince'> & {
  createdAt: Date
  failingSince: Date | null
}

const endpointColumns = sql`
  id, url, types, state, created_at as "createdAt", failing_since as "failingSince", disabled_reason as "disabledReason"`

export async function readWebhookEndpoints(db: Queryable, clientId: string): Promise<WebhookEndpointRow[]> {
  return readRows<WebhookEndpointRow>(db)`
    select ${endpointColumns} from partner_endpoint where client_id = ${clientId} order by created_at, id`
}

/** Identifies an endpoint. The client is part of the key, so that a client can find only its own endpoints. */
export type WebhookEndpointKey = { id: string; clientId: string }

export async function readWebhookEndpoint(
  db: Queryable,
  { id, clientId }: WebhookEndpointKey,
): Promise<WebhookEndpointRow | null> {
  return readFirstRow<WebhookEndpointRow>(db)`
    select ${endpointColumns} from partner_endpoint where id = ${id} and client_id = ${clientId}`
}

/**
 * Locks an endpoint until the transaction ends. Without the lock, a change could overwrite results that the sender of
 * webhooks stores at the same time.
 */
export async function lockWebhookEndpoint(
  transaction: Transaction,
  { id, clientId }: WebhookEndpointKey,
): Promise<WebhookEndpointRow | null> {
  return readFirstRow<WebhookEndpointRow>(transaction)`
    select ${endpointColumns} from partner_endpoint where id = ${id} and client_id = ${clientId} for no key update`
}

/** Locks a client until the transaction ends, and counts its endpoints. */
export async function lockClientAndCountEndpoints(transaction: Transaction, clientId: string): Promise<number> {
  await execute(transaction)`select from partner_client where id = ${clientId} for no key update`
  const { count } = await readRequiredRow<{ count: number }>(transaction)`
    select count(*)::int as count from partner_endpoint where client_id = ${clientId}`
  return count
}

export type NewWebhookEndpoint = WebhookEndpointKey & {
  url: string
  types: PartnerEventType[] | null
  secret: Buffer
  now: Date
}

export async function insertWebhookEndpoint(transaction: Transaction, endpoint: NewWebhookEndpoint): Promise<void> {
  const { id, clientId, url, types, secret, now } = endpoint
  await execute(transaction)`
    insert into partner_endpoint (id, client_id, url, types, state, secret, created_at)
    values (${id}, ${clientId}, ${url}, ${types}, 'UNPROVEN', ${secret}, ${now})`
}

export type WebhookEndpointUpdate = WebhookEndpointKey &
  Pick<WebhookEndpointRow, 'url' | 'types' | 'state' | 'disabledReason'>

/** Changes an endpoint. If the URL changes, the failures of the former URL are reset. */
export async function updateWebhookEndpoint(transaction: Transaction, endpoint: WebhookEndpointUpdate): Promise<void> {
  const { id, clientId, url, types, state, disabledReason } = endpoint
  await execute(transaction)`
    update partner_endpoint set url = ${url}, types = ${types}, state = ${state}, disabled_reason = ${disabledReason},
      failing_since = case when url = ${url} then failing_since end, warned_at = case when url = ${url} then warned_at end
    where id = ${id} and client_id = ${clientId}`
}

export async function deleteWebhookEndpoint(db: Queryable, { id, clientId }: WebhookEndpointKey): Promise<boolean> {
  return (await execute(db)`delete from partner_endpoint where id = ${id} and client_id = ${clientId}`) > 0
}

/** Sets a new secret. Until the time `until`, webhooks are also signed with the former secret. */
export async function replaceWebhookSecret(
  db: Queryable,
  { id, clientId, secret, until }: WebhookEndpointKey & { secret: Buffer; until: Date },
): Promise<void> {
  await execute(db)`
    update partner_endpoint set former_secret = secret, former_secret_until = ${until}, secret = ${secret}
    where id = ${id} and client_id = ${clientId}`
}

/**
 * Queues a challenge, or a test message if `challenge` is null. A challenge replaces an earlier challenge that still
 * waits. Returns the id of the delivery.
 */
export async function queueChallengeOrTestMessage(
  transaction: Transaction,
  { endpointId, challenge, now }: { endpointId: string; challenge: string | null; now: Date },
): Promise<string> {
  if (challenge !== null)
    await execute(transaction)`
      delete from partner_delivery where endpoint_id = ${endpointId} and challenge is not null and state = 'WAITING'`
  const row = await readRequiredRow<{ id: string }>(transaction)`
    insert into partner_delivery (endpoint_id, challenge, created_at, due_at)
    values (${endpointId}, ${challenge}, ${now}, ${now}) returning id`
  return row.id
}

/**
 * Queues events that an endpoint subscribes to and has not received, from `since` on, the oldest first, at most
 * `limit`. An event was not received if it has no delivery to the endpoint, or if its delivery failed. If a grant is
 * not in force, only the event about its end is queued. Returns the number of queued events.
 */
export async function queueMissedEvents(
  transaction: Transaction,
  { endpointId, since, now, limit }: { endpointId: string; since: Date; now: Date; limit: number },
): Promise<number> {
  return execute(transaction)`
    insert into partner_delivery (endpoint_id, event_id, created_at, due_at)
    select p.id, e.id, ${now}, ${now}
    from partner_endpoint p join partner_event e on e.client_id = p.client_id
    left join partner_delivery d on d.endpoint_id = p.id and d.event_id = e.id
    where p.id = ${endpointId} and e.recorded_at >= ${since} and (p.types is null or e.type = any (p.types))
      and (d.id is null or d.state = 'FAILED')
      and (
        e.grant_id is null or e.type = 'grant.ended'
        or exists (select from partner_grant s where s.id = e.grant_id and ${grantInForceCondition(now.getTime())})
      )
    order by e.position limit ${limit}
    on conflict (event_id, endpoint_id) do update set state = 'WAITING', tries = 0, due_at = ${now}`
}
