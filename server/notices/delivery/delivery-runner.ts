import { inTransaction } from '#server/database/transaction.ts'
import { runAsTrace } from '#server/tracing.ts'
import type { PushOutcome } from '../push-sender.ts'
import type { NoticeToRecord } from '../store.ts'
import { recordNotices } from '../record-notices.ts'
import { createBatchedWriter } from './batched-writer.ts'
import type { DeliveryLoopDependencies } from './delivery-loop.ts'
import { formatStoredAnswer, computeDeliveryRetryPauseMs, maxDeliveryRetryMs } from './delivery-outcome.ts'
import {
  type Delivery,
  type EndedDelivery,
  countMailsAsUnanswered,
  deleteDelivery,
  endDeliveries,
  postponeDelivery,
  deleteEndedPushSubscription,
} from './store.ts'

const tooLateOutcome: PushOutcome = { kind: 'refused', reason: 'too-late', answer: null }

/**
 * The maximum number of times that an email is passed to the mail server without a recorded answer. After that number,
 * only an email about an emergency is sent again.
 */
const maxUnanswered = 2
const handedOverTwice: PushOutcome = { kind: 'sent', answer: 'Handed over twice; the process ended before the answer.' }

export type DeliveryRunnerDependencies = Pick<
  DeliveryLoopDependencies,
  'bus' | 'channels' | 'pool' | 'clock' | 'log' | 'metrics' | 'channel' | 'deliver'
> & {
  /** Called with each outcome before it is stored. */
  onOutcome(outcome: PushOutcome): void
}

/** Makes one delivery and stores its outcome. */
export type DeliveryRunner = (delivery: Delivery) => Promise<void>

export function createDeliveryRunner({
  deliver,
  onOutcome,
  ...dependencies
}: DeliveryRunnerDependencies): DeliveryRunner {
  const { pool, clock, log, metrics, channel } = dependencies
  const recordSent = createBatchedWriter<EndedDelivery>(async (endedDeliveries) =>
    endDeliveries(pool, { ended: endedDeliveries, state: 'SENT', now: new Date(clock.now()) }),
  )
  const recordHandOver = createBatchedWriter<string>(async (ids) => countMailsAsUnanswered(pool, ids))

  return settle

  async function tryOnce(delivery: Delivery): Promise<PushOutcome> {
    if (clock.now() - delivery.createdAt.getTime() > maxDeliveryRetryMs) return tooLateOutcome
    if (delivery.unanswered >= maxUnanswered && delivery.isEmergency !== true) return handedOverTwice
    return runAsTrace(
      { name: `deliver ${channel}` },
      async () => deliver(delivery, async () => recordHandOver(delivery.id)),
      ({ kind }) => ({ 'gateway_portal.outcome': kind }),
    )
  }

  async function settle(delivery: Delivery): Promise<void> {
    const outcome = await tryOnce(delivery)
    metrics.deliveries.inc({ channel, outcome: outcome.kind })
    onOutcome(outcome)
    switch (outcome.kind) {
      case 'sent':
        return recordSent({ id: delivery.id, answer: formatStoredAnswer(outcome.answer) })
      case 'unwanted':
        return deleteDelivery(pool, delivery.id)
      case 'gone':
        return deleteEndedPushSubscription(pool, delivery.pushSubscriptionId ?? '')
      case 'refused':
        log.warn({ channel, delivery: delivery.id, reason: outcome.reason }, 'A notice cannot be delivered')
        return giveUp(delivery, formatStoredAnswer(outcome.answer))
      case 'postponed':
      case 'silent':
      case 'unreachable': {
        const dueAt = new Date(clock.now() + computeDeliveryRetryPauseMs(delivery.tries, outcome.kind, Math.random))
        const { id, unanswered } = delivery
        const answer = formatStoredAnswer(outcome.answer)
        return postponeDelivery(pool, { id, dueAt, answer, unanswered })
      }
    }
  }

  /**
   * Ends a delivery that failed permanently. For an email about a notice or with a link, it also records a notice, so
   * that the portal shows the failure. Specification 23.4.
   */
  async function giveUp(delivery: Delivery, answer: string | null): Promise<void> {
    const { id, personId } = delivery
    const now = clock.now()
    await inTransaction(pool, async (transaction) => {
      await endDeliveries(transaction, { ended: [{ id, answer }], state: 'UNDELIVERABLE', now: new Date(now) })
      const failure = channel === 'mail' ? noticeOfFailure(delivery, now) : null
      if (failure) await recordNotices(transaction, { ...dependencies, now }, [{ personId, ...failure }])
    })
  }
}

/**
 * Returns the notice that an email could not be delivered. Its recipient is the sender of the link for an email with a
 * link, otherwise the recipient of the email. Returns null for an email with a code.
 */
function noticeOfFailure({ id, brand, link }: Delivery, now: number): Omit<NoticeToRecord, 'personId'> | null {
  if (link !== null) {
    const event = { kind: 'link-undeliverable' } as const
    return { gatewayId: link.gatewayId, brand: link.brand, event, dedupe: `link-undeliverable ${id}` }
  }
  if (brand === null) return null
  const day = new Date(now).toISOString().slice(0, 10)
  return { gatewayId: null, brand, event: { kind: 'mail-undeliverable' }, dedupe: `mail-undeliverable ${day}` }
}
