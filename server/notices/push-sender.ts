import { type IncomingMessage, request as requestPlain } from 'node:http'
import { Agent, request as requestTls } from 'node:https'
import webPush from 'web-push'
import { dayS } from '#contract/durations.ts'
import { noticeCategoryOf } from '#contract/notices.ts'
import type { Clock } from '#server/clock.ts'
import type { WebPushSettings } from '#server/config.ts'
import { isPublicUrl, lookupPublicAddress } from '#server/http/public-host.ts'
import { composeNoticePush } from './words/compose-messages.ts'
import {
  type NoticeTextDependencies,
  isDeliveryStillChosen,
  readNoticeContent,
  toMessageRecipient,
} from './read-notice-content.ts'
import type { DeliveryOutcome } from './delivery/delivery-outcome.ts'
import type { Delivery } from './delivery/store.ts'

/** The number of messages sent in parallel. */
export const maxConcurrentPushes = 20

const answerTimeoutMs = 10_000
/** The time for which a push service stores a message for an offline browser, in seconds. */
const messageLifetimeS = dayS

/**
 * The outcome of a push message. `gone`: the subscription must be deleted, because the push service has ended it, or
 * because its address or keys are invalid.
 */
export type PushOutcome = DeliveryOutcome | { kind: 'gone' }

export type PushSender = { deliver(delivery: Delivery): Promise<PushOutcome>; close(): void }

export type PushSenderDependencies = NoticeTextDependencies & { settings: WebPushSettings; clock: Clock }

/**
 * Creates a sender of messages to the push services of browsers (RFC 8030). Messages are encrypted for the browser
 * (RFC 8291). Specification 23.5.
 */
export function createPushSender({ settings, clock, ...words }: PushSenderDependencies): PushSender {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConcurrentPushes, lookup: lookupPublicAddress })
  const testOrigin = settings.testOrigin === null ? null : new URL(settings.testOrigin).origin

  async function deliver(delivery: Delivery): Promise<PushOutcome> {
    const { endpoint, event, brand } = delivery
    if (endpoint === null || event === null || !isDeliveryStillChosen(delivery, 'push', clock.now()))
      return { kind: 'unwanted' }
    if (!isPublicUrl(endpoint, settings.testOrigin)) return { kind: 'gone' }
    const recipient = toMessageRecipient(words, delivery, { brand, category: null })
    const message = composeNoticePush(await readNoticeContent(words, delivery, event), recipient)
    const isUrgent = noticeCategoryOf(event.kind) === 'heating'
    const request = sealed(delivery, JSON.stringify({ ...message, tag: delivery.noticeId }), isUrgent)
    return request === null ? { kind: 'gone' } : post(request)
  }

  /** Encrypts a message for the browser. Returns null if the keys of the browser are invalid. */
  function sealed(delivery: Delivery, payload: string, isUrgent: boolean): webPush.RequestDetails | null {
    const { endpoint, p256dh, auth, noticeId } = delivery
    if (endpoint === null || noticeId === null) return null
    try {
      return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: settings,
        TTL: messageLifetimeS,
        urgency: isUrgent ? 'high' : 'normal',
        // All attempts have the same topic, so that a later attempt replaces a message that still waits at the push
        // service.
        topic: Buffer.from(noticeId.replaceAll('-', ''), 'hex').toString('base64url'),
        contentEncoding: 'aes128gcm',
      })
    } catch {
      return null
    }
  }

  function post({ endpoint, method, headers, body }: webPush.RequestDetails): Promise<PushOutcome> {
    return new Promise((resolve) => {
      const options = { method, headers, signal: AbortSignal.timeout(answerTimeoutMs) }
      const onAnswer = (answer: IncomingMessage): void => {
        answer.resume()
        resolve(outcomeOfPushStatus(answer.statusCode ?? 0))
      }
      const isTest = new URL(endpoint).origin === testOrigin
      const request = isTest
        ? requestPlain(endpoint, options, onAnswer)
        : requestTls(endpoint, { ...options, agent }, onAnswer)
      request.on('error', (error: NodeJS.ErrnoException) =>
        resolve({ kind: 'postponed', reason: error.code ?? error.name, answer: error.message }),
      )
      request.end(body)
    })
  }

  return { deliver, close: () => agent.destroy() }
}

/**
 * Returns the outcome for an HTTP status of the push service. A redirect counts as `refused`. RFC 8030, sections 5
 * and 7.3.
 */
export function outcomeOfPushStatus(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent', answer: String(status) }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const isForNow = status === 408 || status === 429 || status >= 500
  return { kind: isForNow ? 'postponed' : 'refused', reason: String(status), answer: String(status) }
}
