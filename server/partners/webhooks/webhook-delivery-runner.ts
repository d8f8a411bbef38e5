import { inTransaction } from '#server/database/transaction.ts'
import { runAsTrace } from '#server/tracing.ts'
import { type PartnerEventDependencies, toPartnerEvent } from '../to-partner-event.ts'
import type { WebhookKeys } from '../webhook-keys.ts'
import type { WebhookSecrets } from '../webhook-secrets.ts'
import { isAllowedWebhookUrl } from '../webhook-url.ts'
import type { WebhookMetrics } from './metrics.ts'
import {
  type WebhookMessageKind,
  type WebhookTryOutcome,
  webhookOutcomeOf,
  webhookRetryPauseMs,
} from './retry-policy.ts'
import type { WebhookSendFunction, WebhookAnswer, WebhookMessage } from './sender.ts'
import { createSignatureHeaders } from './signature.ts'
import { type WebhookDelivery, disableEndpoint, storeWebhookTryResult } from './store.ts'
import type { Services } from '#server/services.ts'

export type WebhookRunnerDependencies = PartnerEventDependencies &
  Pick<Services, 'pool' | 'clock'> & {
    secrets: WebhookSecrets
    keys: WebhookKeys
    metrics: Pick<WebhookMetrics, 'deliveries'>
    send: WebhookSendFunction
    /** Whether webhooks of sandbox clients may go to addresses of this machine. */
    isDemo: boolean
  }

/** Sends a webhook once and stores the result. If `signal` aborts, stores nothing. */
export type WebhookDeliveryRunner = (delivery: WebhookDelivery, signal: AbortSignal) => Promise<void>

const slowAfterMs = 2_000
const notPublic: WebhookAnswer = { status: null, text: 'The address is not allowed' }

export function createWebhookDeliveryRunner(dependencies: WebhookRunnerDependencies): WebhookDeliveryRunner {
  const { pool, clock, metrics, send, isDemo } = dependencies

  return async (delivery, signal) => {
    const startedAt = performance.now()
    const answer = await runAsTrace({ name: 'deliver webhook' }, async () => answerTo(delivery, signal))
    if (signal.aborted) return
    const outcome = webhookOutcomeOf(answer, delivery.challenge)
    metrics.deliveries.inc({ outcome })
    const isSlow = outcome !== 'delivered' || performance.now() - startedAt > slowAfterMs
    await store(delivery, { outcome, answer, isSlow })
  }

  async function answerTo(delivery: WebhookDelivery, signal: AbortSignal): Promise<WebhookAnswer> {
    const { url, clientState } = delivery
    if (!isAllowedWebhookUrl(url, { state: clientState }, isDemo)) return notPublic
    return send(messageOf(dependencies, delivery), signal)
  }

  async function store(
    delivery: WebhookDelivery,
    { outcome, answer, isSlow }: { outcome: WebhookTryOutcome; answer: WebhookAnswer; isSlow: boolean },
  ): Promise<void> {
    const { deliveryId, tries, toEndpointId: id } = delivery
    const now = new Date(clock.now())
    const pause = outcome === 'failed' ? webhookRetryPauseMs(kindOf(delivery), tries, Math.random) : null
    const ended = outcome === 'delivered' ? ('DELIVERED' as const) : ('FAILED' as const)
    const state = pause === null ? ended : ('WAITING' as const)
    const dueAt = new Date(now.getTime() + (pause ?? 0))
    const { status } = answer
    const result = { deliveryId, state, dueAt, now, status, answer: plain(answer.text), isSlow }
    if (outcome !== 'gone') return storeWebhookTryResult(pool, result)
    await inTransaction(pool, async (transaction) => {
      await storeWebhookTryResult(transaction, result)
      await disableEndpoint(transaction, { id, reason: 'gone', now })
    })
  }
}

function kindOf({ challenge, id }: WebhookDelivery): WebhookMessageKind {
  if (challenge !== null) return 'challenge'
  return id === null ? 'test' : 'event'
}

/** Creates the signed message of a delivery. All tries have the same message id. Standard Webhooks 1.0. */
function messageOf(
  {
    clock,
    secrets,
    keys,
    ...answers
  }: Pick<WebhookRunnerDependencies, 'clock' | 'secrets' | 'keys' | keyof PartnerEventDependencies>,
  delivery: WebhookDelivery,
): WebhookMessage {
  const { deliveryId, toEndpointId, url, secret, formerSecret, challenge, createdAt } = delivery
  const content =
    delivery.id === null
      ? ownContent({
          deliveryId,
          challenge,
          createdAt,
          href: `${answers.publicUrl}/partner/1/endpoints/${toEndpointId}`,
        })
      : toPartnerEvent(answers, delivery)
  const body = JSON.stringify(content)
  const opened = [secret, ...(formerSecret === null ? [] : [formerSecret])].map((sealed) =>
    secrets.open(toEndpointId, sealed),
  )
  const signing = { secrets: opened, privateKey: keys.privateKeyOf(toEndpointId) }
  const timestamp = Math.floor(clock.now() / 1000)
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'gateway-portal',
      ...createSignatureHeaders(signing, { id: delivery.id ?? deliveryId, timestamp, body }),
    },
    body,
  }
}

type OwnContent = { deliveryId: string; challenge: string | null; createdAt: Date; href: string }

function ownContent({ deliveryId, challenge, createdAt, href }: OwnContent) {
  if (challenge !== null) return { type: 'endpoint.challenge', challenge }
  const data = { applianceId: null, grantId: null, href }
  return { type: 'endpoint.test', timestamp: createdAt.toISOString(), id: deliveryId, data }
}

/**
 * Removes control characters from an answer. PostgreSQL cannot store NUL, and other control characters could manipulate
 * a terminal.
 */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}]+/gu, ' ')
    .trim()
}
