import { type Queryable, execute, readRequiredRow, readRows } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { PartnerClient } from '../partner-client.ts'
import type { LoggedEvent } from '../to-partner-event.ts'
import { closedClientCondition, grantInForceCondition } from '../store.ts'
import { maxEventTries } from './retry-policy.ts'

/**
 * The deliveries to claim. `isSlow`: whether to claim deliveries to slow or to fast endpoints. `perEndpoint`: the
 * maximum number of deliveries in progress for one endpoint. `busy`: the endpoint of each delivery that this process
 * has in progress.
 */
export type WebhookClaimQuery = {
  isSlow: boolean
  now: Date
  until: Date
  limit: number
  perEndpoint: number
  busy: readonly string[]
}

/** Whether a delivery is due to an endpoint that may receive the delivery. */
export async function isAnyWebhookDue(db: Queryable, now: Date): Promise<boolean> {
  const row = await readRequiredRow<{ isAny: boolean }>(db)`
    select exists (
      select from partner_delivery d join partner_endpoint p on p.id = d.endpoint_id
      join partner_client k on k.id = p.client_id
      where d.state = 'WAITING' and d.due_at <= ${now} and not ${closedClientCondition}
        and (p.state = 'ACTIVE' or p.state = 'UNPROVEN' and d.challenge is not null)
    ) as "isAny"`
  return row.isAny
}

/**
 * Claims due deliveries and counts the try. For each endpoint, claims the deliveries that were due first, so that at
 * most `perEndpoint` are in progress. Endpoints come in random order, so that an endpoint with many deliveries does not
 * delay the others. The deliveries become due again at `until`, so that another process continues if this process is
 * killed. Returns their ids.
 */
export async function claimWebhooks(
  db: Queryable,
  { isSlow, now, until, limit, perEndpoint, busy }: WebhookClaimQuery,
): Promise<string[]> {
  const claimed = await readRows<{ id: string }>(db)`
    update partner_delivery d set tries = tries + 1, due_at = ${until}
    where d.id = any (array(
      select w.id from (
        select p.id, p.state, ${perEndpoint}::int - coalesce(b.count, 0) as free
        from partner_endpoint p join partner_client k on k.id = p.client_id
        left join (select id, count(*)::int as count from unnest(${busy}::uuid[]) as u (id) group by id) as b on b.id = p.id
        where p.state <> 'DISABLED' and p.is_slow = ${isSlow} and not ${closedClientCondition}
          and ${perEndpoint}::int > coalesce(b.count, 0)
        order by random()
      ) as p, lateral (
        select w.id from partner_delivery w
        where w.endpoint_id = p.id and w.state = 'WAITING' and w.due_at <= ${now}
          and (p.state = 'ACTIVE' or w.challenge is not null)
        order by w.due_at limit p.free
      ) as w
      limit ${limit}
    )) and d.state = 'WAITING' and d.due_at <= ${now}
    returning d.id`
  return claimed.map(({ id }) => id)
}

type EventColumns = LoggedEvent | Record<keyof LoggedEvent, null>

/**
 * A delivery with all data for its message. `tries` includes the current try. `challenge` is null for an event or a
 * test message; the columns of the event are null for a challenge or a test message.
 */
export type WebhookDelivery = {
  deliveryId: string
  toEndpointId: string
  url: string
  clientState: PartnerClient['state']
  secret: Buffer
  formerSecret: Buffer | null
  tries: number
  challenge: string | null
  createdAt: Date
} & EventColumns

/**
 * Reads the deliveries among `ids` that may be sent at `now` (epoch ms). The client must be neither refused nor
 * suspended, and the endpoint must not be switched off. The grant of the event must be in force, unless the event is
 * the end of the grant.
 */
export async function readSendableWebhooks(
  db: Queryable,
  { ids, now }: { ids: readonly string[]; now: number },
): Promise<WebhookDelivery[]> {
  return readRows<WebhookDelivery>(db)`
    select d.id as "deliveryId", p.id as "toEndpointId", p.url, k.state as "clientState", p.secret,
      case when p.former_secret_until > ${new Date(now)} then p.former_secret end as "formerSecret",
      d.tries, d.challenge, d.created_at as "createdAt",
      e.id, e.type, e.at, e.client_id as "clientId", e.grant_id as "grantId", e.appliance_id as "applianceId",
      e.endpoint_id as "endpointId"
    from partner_delivery d join partner_endpoint p on p.id = d.endpoint_id
    join partner_client k on k.id = p.client_id left join partner_event e on e.id = d.event_id
    where d.id = any (${ids}) and d.state = 'WAITING' and p.state <> 'DISABLED'
      and not ${closedClientCondition}
      and (
        e.grant_id is null or e.type = 'grant.ended'
        or exists (select from partner_grant s where s.id = e.grant_id and ${grantInForceCondition(now)})
      )`
}

/**
 * The result of a try. `dueAt`: the time of the next try while `state` is `WAITING`. `isSlow`: whether the endpoint
 * answered late or failed; its later deliveries are then in the lane for slow endpoints.
 */
export type WebhookTryResult = {
  deliveryId: string
  state: 'WAITING' | 'DELIVERED' | 'FAILED'
  dueAt: Date
  now: Date
  status: number | null
  answer: string
  isSlow: boolean
}

/**
 * Stores the result of a try, together with the results of up to `maxEventTries` - 1 earlier tries. Also stores in the
 * endpoint whether it fails and is slow. After the first success of a failing endpoint, its deliveries that wait for a
 * later try become due.
 */
export async function storeWebhookTryResult(db: Queryable, result: WebhookTryResult): Promise<void> {
  const { deliveryId, state, dueAt, now, status, answer, isSlow } = result
  const isDelivered = state === 'DELIVERED'
  await execute(db)`
    with tried as (
      update partner_delivery set state = ${state}, due_at = ${dueAt}, tried_at = ${now}, status = ${status}, answer = ${answer},
        earlier_results = case when tried_at is null then earlier_results else jsonb_path_query_array(
          jsonb_build_array(jsonb_build_object('at', tried_at, 'status', status, 'answer', coalesce(answer, '')))
            || earlier_results,
          '$[0 to $last]', jsonb_build_object('last', ${maxEventTries - 2}::int)
        ) end
      where id = ${deliveryId} and state = 'WAITING' returning endpoint_id, challenge
    ), others as (
      update partner_delivery d set due_at = ${now}
      from tried t join partner_endpoint p on p.id = t.endpoint_id
      where ${isDelivered} and p.failing_since is not null and d.endpoint_id = p.id and d.state = 'WAITING'
        and d.due_at > ${now}::timestamptz + interval '2 minutes'
    )
    update partner_endpoint p set is_slow = ${isSlow},
      failing_since = case when not ${isDelivered} then coalesce(p.failing_since, ${now}) end,
      warned_at = case when not ${isDelivered} then p.warned_at end,
      state = case when ${isDelivered} and t.challenge is not null and p.state = 'UNPROVEN' then 'ACTIVE' else p.state end
    from tried t
    where p.id = t.endpoint_id
      and (t.challenge is not null or p.is_slow <> ${isSlow} or (p.failing_since is null) <> ${isDelivered})`
}

export type DisabledReason = 'gone' | 'failing'

/** Switches an endpoint off, and queues the event about it. Does nothing if it is already off. */
export async function disableEndpoint(
  transaction: Transaction,
  { id, reason, now }: { id: string; reason: DisabledReason; now: Date },
): Promise<void> {
  await execute(transaction)`
    with disabled as (
      update partner_endpoint set state = 'DISABLED', disabled_reason = ${reason}
      where id = ${id} and state <> 'DISABLED' returning id, client_id
    )
    insert into partner_change (type, at, client_id, endpoint_id)
    select 'endpoint.disabled', ${now}, client_id, id from disabled`
}

/** An active endpoint whose deliveries have failed since `failingSince`. `program`: the name of its program. */
export type FailingEndpoint = { id: string; url: string; program: string; developerId: string; failingSince: Date }

/**
 * Marks up to `limit` active endpoints that have failed since `before` or longer as warned, and returns those whose
 * developer has an account.
 */
export async function markEndpointsAsWarned(
  transaction: Transaction,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<FailingEndpoint[]> {
  return readRows<FailingEndpoint>(transaction)`
    with failing as (
      select id from partner_endpoint
      where failing_since <= ${before} and warned_at is null and state = 'ACTIVE'
      order by failing_since limit ${limit} for update skip locked
    ), warned as (
      update partner_endpoint p set warned_at = ${now} from failing f where p.id = f.id returning p.*
    )
    select w.id, w.url, k.name as program, k.developer_id as "developerId", w.failing_since as "failingSince"
    from warned w join partner_client k on k.id = w.client_id where k.developer_id is not null`
}

/** Finds the ids of active endpoints that have failed since `before` or longer. */
export async function findFailingEndpointIds(db: Queryable, before: Date): Promise<string[]> {
  const rows = await readRows<{ id: string }>(db)`
    select id from partner_endpoint where failing_since <= ${before} and state = 'ACTIVE' order by failing_since`
  return rows.map(({ id }) => id)
}

/** Deletes challenges and test messages created before `before`. Other deliveries are deleted with their event. */
export async function deleteOldChallengesAndTests(db: Queryable, before: Date): Promise<void> {
  await execute(db)`delete from partner_delivery where event_id is null and created_at < ${before}`
}

/**
 * The webhooks that wait. `waiting`: the number of due deliveries to active endpoints that are not slow. `oldestDueAt`:
 * the time when the first of these became due. `failing`: the number of failing endpoints.
 */
export type WebhookBacklog = { waiting: number; oldestDueAt: Date | null; failing: number }

export async function readWebhookBacklog(db: Queryable, now: Date): Promise<WebhookBacklog> {
  return readRequiredRow<WebhookBacklog>(db)`
    select count(d.id)::int as waiting, min(d.due_at) as "oldestDueAt",
      (select count(*)::int from partner_endpoint where failing_since is not null and state = 'ACTIVE') as failing
    from partner_endpoint p join partner_delivery d on d.endpoint_id = p.id
    where p.state = 'ACTIVE' and not p.is_slow and d.state = 'WAITING' and d.due_at <= ${now}`
}
