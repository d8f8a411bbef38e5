import { randomBytes, randomUUID } from 'node:crypto'
import { dayMs } from '#contract/durations.ts'
import { partnerApi } from '#contract/partner-api.ts'
import { type WebhookEndpoint, maxWebhookEndpoints, maxRecoveredEvents } from '#contract/partner-webhooks.ts'
import type { Queryable } from '#server/database/sql.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import type { KeyLimiter } from '#server/http/rate-limit.ts'
import { Refusal } from '#server/http/refusals.ts'
import { toDeliveryAnswer, readDeliveryOrRefuse, resendDelivery } from '../../resend-webhook-delivery.ts'
import { findPartnerClient, readDeliveryPage } from '../../store.ts'
import type { WebhookKeys } from '../../webhook-keys.ts'
import type { WebhookSecrets } from '../../webhook-secrets.ts'
import { isAllowedWebhookUrl } from '../../webhook-url.ts'
import type { PartnerEndpointAdder } from '../partner-endpoint-adder.ts'
import * as store from './store.ts'
import type { Services } from '#server/services.ts'

export type WebhookRouteDependencies = Pick<Services, 'pool' | 'clock'> & {
  secrets: WebhookSecrets
  keys: Pick<WebhookKeys, 'publicKeyOf'>
  /** Limits the test messages of one endpoint. The key is the endpoint's id. */
  limitTests: KeyLimiter
  /** Whether webhooks of sandbox clients may go to addresses of this machine. */
  isDemo: boolean
}

const formerSecretMs = dayMs

/**
 * Adds the webhook endpoints of a client and the list of their deliveries. The role `jobs` makes the deliveries.
 * Specification 27.7.
 */
export function addWebhookRoutes(add: PartnerEndpointAdder, dependencies: WebhookRouteDependencies): void {
  addEndpointReads(add, dependencies)
  addEndpointChanges(add, dependencies)
  addEndpointActions(add, dependencies)
  addDeliveries(add, dependencies)
}

function addEndpointReads(add: PartnerEndpointAdder, { pool, keys }: WebhookRouteDependencies): void {
  add(partnerApi.listEndpoints, async ({ partner: { clientId } }) => ({
    items: (await store.readWebhookEndpoints(pool, clientId)).map((one) => toEndpointAnswer(one, keys)),
  }))

  add(partnerApi.readEndpoint, async ({ partner: { clientId }, params: { id } }) =>
    toEndpointAnswer(await ownEndpoint(pool, { id, clientId }), keys),
  )
}

function addEndpointChanges(add: PartnerEndpointAdder, dependencies: WebhookRouteDependencies): void {
  const { pool, clock, secrets, keys, isDemo } = dependencies

  add(partnerApi.addEndpoint, async ({ partner: { clientId }, body: { url, types } }) => {
    await refuseUrl(pool, { clientId, url, isDemo })
    const id = randomUUID()
    const { secret, sealed } = secrets.create(id)
    await inTransaction(pool, async (transaction) => {
      const count = await store.lockClientAndCountEndpoints(transaction, clientId)
      if (count >= maxWebhookEndpoints) throw ruleBroken('url', 'endpoint-limit')
      const now = new Date(clock.now())
      await store.insertWebhookEndpoint(transaction, { id, clientId, url, types, secret: sealed, now })
      await queueChallenge(transaction, id, now)
    })
    return { ...toEndpointAnswer(await ownEndpoint(pool, { id, clientId }), keys), secret }
  })

  add(partnerApi.changeEndpoint, async ({ partner: { clientId }, params: { id }, body }) => {
    const key = { id, clientId }
    await inTransaction(pool, async (transaction) => {
      const before = found(await store.lockWebhookEndpoint(transaction, key))
      const { url = before.url, types = before.types } = body
      if (url !== before.url) await refuseUrl(transaction, { clientId, url, isDemo })
      const state = stateAfter(before, { url, state: body.state })
      const disabledReason = state === 'DISABLED' ? (before.disabledReason ?? 'client') : null
      await store.updateWebhookEndpoint(transaction, { ...key, url, types, state, disabledReason })
      if (state === 'UNPROVEN') await queueChallenge(transaction, id, new Date(clock.now()))
    })
    return toEndpointAnswer(await ownEndpoint(pool, key), keys)
  })

  add(partnerApi.removeEndpoint, async ({ partner: { clientId }, params: { id } }) => {
    if (!(await store.deleteWebhookEndpoint(pool, { id, clientId }))) throw new Refusal('not-found')
  })
}

function addEndpointActions(add: PartnerEndpointAdder, dependencies: WebhookRouteDependencies): void {
  const { pool, clock, secrets, keys, limitTests } = dependencies

  add(partnerApi.testEndpoint, async ({ partner: { clientId }, params: { id } }) => {
    const { state } = await ownEndpoint(pool, { id, clientId })
    if (state === 'DISABLED') throw ruleBroken('state', 'disabled')
    await limitTests(id)
    const now = new Date(clock.now())
    const deliveryId = await inTransaction(pool, async (transaction) =>
      state === 'UNPROVEN'
        ? queueChallenge(transaction, id, now)
        : store.queueChallengeOrTestMessage(transaction, { endpointId: id, challenge: null, now }),
    )
    return toDeliveryAnswer(await readDeliveryOrRefuse(pool, { id: deliveryId, clientId }))
  })

  add(partnerApi.rotateSecret, async ({ partner: { clientId }, params: { id } }) => {
    const key = { id, clientId }
    const endpoint = await ownEndpoint(pool, key)
    const { secret, sealed } = secrets.create(id)
    await store.replaceWebhookSecret(pool, { ...key, secret: sealed, until: new Date(clock.now() + formerSecretMs) })
    return { ...toEndpointAnswer(endpoint, keys), secret }
  })

  add(partnerApi.recoverEndpoint, async ({ partner: { clientId }, params: { id }, body }) => {
    const { state } = await ownEndpoint(pool, { id, clientId })
    if (state !== 'ACTIVE') throw ruleBroken('state', 'not-active')
    const since = new Date(body.since)
    const now = new Date(clock.now())
    const queued = await inTransaction(pool, async (transaction) =>
      store.queueMissedEvents(transaction, { endpointId: id, since, now, limit: maxRecoveredEvents }),
    )
    return { queued, isComplete: queued < maxRecoveredEvents }
  })
}

function addDeliveries(add: PartnerEndpointAdder, { pool, clock }: WebhookRouteDependencies): void {
  add(partnerApi.listDeliveries, async ({ partner: { clientId }, query: { state = null, cursor = null, limit } }) => {
    const rows = await readDeliveryPage(pool, { clientId, state, cursor, limit: limit + 1 })
    const items = rows.slice(0, limit).map(toDeliveryAnswer)
    return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
  })

  add(partnerApi.resendDelivery, async ({ partner: { clientId }, params: { id } }) =>
    resendDelivery(pool, { id, clientId }, new Date(clock.now())),
  )
}

/** Refuses a URL to which no webhook of the client may go. @throws Refusal `rule-broken` on `url` */
async function refuseUrl(
  db: Queryable,
  { clientId, url, isDemo }: { clientId: string; url: string; isDemo: boolean },
): Promise<void> {
  const client = await findPartnerClient(db, clientId)
  if (!client || !isAllowedWebhookUrl(url, client, isDemo)) throw ruleBroken('url', 'public-https')
}

function toEndpointAnswer(
  { createdAt, failingSince, ...endpoint }: store.WebhookEndpointRow,
  keys: WebhookRouteDependencies['keys'],
): WebhookEndpoint {
  return {
    ...endpoint,
    publicKey: keys.publicKeyOf(endpoint.id),
    createdAt: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
  }
}

async function queueChallenge(transaction: Transaction, endpointId: string, now: Date): Promise<string> {
  const challenge = randomBytes(24).toString('base64url')
  return store.queueChallengeOrTestMessage(transaction, { endpointId, challenge, now })
}

/** Reads an endpoint of the client. @throws Refusal `not-found` if the client has no such endpoint */
async function ownEndpoint(db: Queryable, key: store.WebhookEndpointKey): Promise<store.WebhookEndpointRow> {
  return found(await store.readWebhookEndpoint(db, key))
}

/** Returns `endpoint`. @throws Refusal `not-found` if `endpoint` is null */
function found(endpoint: store.WebhookEndpointRow | null): store.WebhookEndpointRow {
  if (!endpoint) throw new Refusal('not-found')
  return endpoint
}

function ruleBroken(path: string, code: string): Refusal {
  return new Refusal('rule-broken', { errors: [{ path, code }] })
}

/**
 * Returns the state of an endpoint after a change. If the URL is new, or the endpoint is switched on again, it must
 * answer a challenge before it is active.
 */
function stateAfter(
  before: store.WebhookEndpointRow,
  { url, state }: { url: string; state: 'ACTIVE' | 'DISABLED' | undefined },
): store.WebhookEndpointRow['state'] {
  if (state === 'DISABLED') return 'DISABLED'
  if (url !== before.url) return 'UNPROVEN'
  return state === 'ACTIVE' && before.state !== 'ACTIVE' ? 'UNPROVEN' : before.state
}
