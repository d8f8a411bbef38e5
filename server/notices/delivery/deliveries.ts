import type { Pool } from 'pg'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { tracedApart } from '#server/tracing.ts'
import { type TellDependencies, tell } from '../tell.ts'
import { collectWrites } from './collect-writes.ts'
import type { DeliveryMetrics } from './metrics.ts'
import { keptAnswer, pauseAfter, triedForMs } from './outcome.ts'
import type { PushOutcome } from '../push-sender.ts'
import {
  type Delivery,
  type DeliveryChannel,
  type EndedDelivery,
  claimDeliveries,
  dropDelivery,
  endDeliveries,
  postponeDelivery,
  readDeliveries,
  removePushSubscription,
} from './store.ts'

export type DeliveriesDependencies = Pick<TellDependencies, 'bus' | 'channels'> & {
  pool: Pool
  clock: Clock
  log: Log
  metrics: DeliveryMetrics
  channel: DeliveryChannel
  deliver(delivery: Delivery): Promise<PushOutcome>
  /** Deliveries under way at a time. */
  atOnce: number
  lookEveryMs?: number
  /** After that a delivery is taken for lost with its process. Longer than any takes. */
  claimedForMs?: number
}

export type Deliveries = { stop(): Promise<void> }

const tooLate: PushOutcome = { kind: 'refused', reason: 'too-late', answer: null }

const usualLookEveryMs = 1_000
const usualClaimedForMs = 300_000
const shortestRestMs = 2_000
const longestRestMs = 120_000

/**
 * Delivers what is due, the longest due first, in as many processes as there are. What cannot be reached at all gets a rest
 * that grows; then one delivery finds out whether it is back. Specification 23.4.
 */
export function startDeliveries({
  lookEveryMs = usualLookEveryMs,
  claimedForMs = usualClaimedForMs,
  ...dependencies
}: DeliveriesDependencies): Deliveries {
  const { pool, clock, log, metrics, channel, deliver, atOnce } = dependencies
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  const recordSent = collectWrites<EndedDelivery>(async (ended) =>
    endDeliveries(pool, { ended, state: 'SENT', now: new Date(clock.now()) }),
  )
  let restMs = 0
  let wake = (): void => {}
  const working = work()

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      if ((await takeSome()) > 0) continue
      await wait(restMs > 0 && underWay.size === 0 ? restMs : lookEveryMs)
    }
  }

  /** Until `wake` at the latest. */
  async function wait(ms: number): Promise<void> {
    if (stopping.signal.aborted) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Fills what has become free, not before half of it has. */
  async function takeSome(): Promise<number> {
    const room = (restMs > 0 ? 1 : atOnce) - underWay.size
    if (room <= 0 || (restMs === 0 && room < atOnce / 2)) return 0
    const now = clock.now()
    try {
      const until = new Date(now + claimedForMs)
      const ids = await claimDeliveries(pool, { channel, now: new Date(now), until, limit: room })
      const deliveries = ids.length === 0 ? [] : await readDeliveries(pool, ids)
      for (const delivery of deliveries) follow(settle(delivery))
      return deliveries.length
    } catch (error) {
      log.warn({ err: error, channel }, 'Deliveries wait for their database')
      return 0
    }
  }

  function follow(settling: Promise<void>): void {
    const followed = settling
      .catch((error: unknown) => log.warn({ err: error, channel }, 'What became of a delivery could not be noted'))
      .finally(() => {
        underWay.delete(followed)
        if (restMs === 0) wake()
      })
    underWay.add(followed)
  }

  async function tryOnce(delivery: Delivery): Promise<PushOutcome> {
    if (clock.now() - delivery.createdAt.getTime() > triedForMs) return tooLate
    return tracedApart(
      { name: `deliver ${channel}` },
      async () => deliver(delivery),
      ({ kind }) => ({ 'gateway_portal.outcome': kind }),
    )
  }

  async function settle(delivery: Delivery): Promise<void> {
    const outcome = await tryOnce(delivery)
    metrics.deliveries.inc({ channel, outcome: outcome.kind })
    if (outcome.kind === 'unreachable') rest(outcome.reason)
    else if (outcome.kind !== 'unwanted') restMs = 0
    switch (outcome.kind) {
      case 'sent':
        return recordSent({ id: delivery.id, answer: keptAnswer(outcome.answer) })
      case 'unwanted':
        return dropDelivery(pool, delivery.id)
      case 'gone':
        return removePushSubscription(pool, delivery.pushSubscriptionId ?? '')
      case 'refused':
        log.warn({ channel, delivery: delivery.id, reason: outcome.reason }, 'A notice cannot be delivered')
        return giveUp(delivery, keptAnswer(outcome.answer))
      case 'postponed':
      case 'unreachable': {
        const dueAt = new Date(clock.now() + pauseAfter(delivery.tries, outcome.kind, Math.random))
        return postponeDelivery(pool, { id: delivery.id, dueAt, answer: keptAnswer(outcome.answer) })
      }
    }
  }

  function rest(reason: string): void {
    if (restMs === 0) log.error({ channel, reason }, 'Notices cannot be delivered for now')
    // Those that were under way together are one failure.
    if (restMs === 0 || underWay.size === 1) restMs = Math.min(Math.max(restMs * 2, shortestRestMs), longestRestMs)
  }

  /** Specification 23.4: that mail does not arrive is told in the portal. */
  async function giveUp({ id, personId, brand }: Delivery, answer: string | null): Promise<void> {
    const now = clock.now()
    await inTransaction(pool, async (transaction) => {
      await endDeliveries(transaction, { ended: [{ id, answer }], state: 'UNDELIVERABLE', now: new Date(now) })
      if (channel !== 'mail' || brand === null) return
      const day = new Date(now).toISOString().slice(0, 10)
      await tell(transaction, { ...dependencies, now }, [
        {
          personId,
          gatewayId: null,
          brand,
          event: { kind: 'mail-undeliverable' },
          dedupe: `mail-undeliverable ${day}`,
        },
      ])
    })
  }

  async function stop(): Promise<void> {
    stopping.abort()
    wake()
    await working
    await Promise.all(underWay)
  }

  return { stop }
}
