import type { Pool } from 'pg'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import { type LoopRun, loop } from '#server/loop.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { tracedApart } from '#server/tracing.ts'
import { type RecordingDependencies, recordNotices } from '../record-notices.ts'
import { collectWrites } from './collect-writes.ts'
import type { DeliveryMetrics } from './metrics.ts'
import { keptAnswer, pauseAfter, triedForMs } from './outcome.ts'
import type { PushOutcome } from '../push-sender.ts'
import {
  type Delivery,
  type DeliveryChannel,
  type EndedDelivery,
  claimDeliveries,
  countHandOvers,
  dropDelivery,
  endDeliveries,
  postponeDelivery,
  readDeliveries,
  removePushSubscription,
  renewClaims,
} from './store.ts'

export type DeliveriesDependencies = Pick<RecordingDependencies, 'bus' | 'channels'> & {
  pool: Pool
  clock: Clock
  log: Log
  metrics: DeliveryMetrics
  channel: DeliveryChannel
  deliver(delivery: Delivery, handOver: () => Promise<void>): Promise<PushOutcome>
  /** The maximum number of parallel deliveries. */
  atOnce: number
  pollEveryMs?: number
  /** How long a killed process keeps its claims; a live process renews them. */
  claimedForMs?: number
}

export type Deliveries = { stop(): Promise<void> }

const tooLate: PushOutcome = { kind: 'refused', reason: 'too-late', answer: null }

/** An email that may have been sent twice is not sent again. */
const mostUnanswered = 2
const handedOverTwice: PushOutcome = { kind: 'sent', answer: 'Handed over twice; the process ended before the answer.' }

const usualPollEveryMs = 1_000
const usualClaimedForMs = 60_000
const shortestRestMs = 2_000
const longestRestMs = 120_000

/**
 * Sends due deliveries, the oldest first, in any number of processes. An unreachable server pauses all deliveries for
 * a growing time; then a single one tests whether it is back. Specification 23.4.
 */
export function startDeliveries({
  pollEveryMs = usualPollEveryMs,
  claimedForMs = usualClaimedForMs,
  ...dependencies
}: DeliveriesDependencies): Deliveries {
  const { pool, clock, log, metrics, channel, deliver, atOnce } = dependencies
  const underWay = new Map<string, Promise<void>>()
  const recordSent = collectWrites<EndedDelivery>(async (ended) =>
    endDeliveries(pool, { ended, state: 'SENT', now: new Date(clock.now()) }),
  )
  const recordHandOver = collectWrites<string>(async (ids) => countHandOvers(pool, ids))
  let restMs = 0
  let silentInRow = 0
  let hasTaken = false
  const claiming = loop({ firstAfterMs: 0, work: claim, onError: waitForDatabase })
  const renewing = loop({ firstAfterMs: claimedForMs / 3, work: renew, onError: waitForRenewal })

  async function claim({ isWoken }: LoopRun): Promise<number> {
    hasTaken = (await takeSome(hasTaken || isWoken ? atOnce / 2 : 1)) > 0
    if (hasTaken) return 0
    return restMs > 0 && underWay.size === 0 ? restMs : pollEveryMs
  }

  function waitForDatabase(error: unknown): number {
    log.warn({ err: error, channel }, 'Deliveries wait for their database')
    return pollEveryMs
  }

  /** Claims as many deliveries as there is capacity for, if that is at least `least`. */
  async function takeSome(least: number): Promise<number> {
    const freeSlots = (restMs > 0 ? 1 : atOnce) - underWay.size
    if (freeSlots <= 0 || (restMs === 0 && freeSlots < least)) return 0
    const now = clock.now()
    const until = new Date(now + claimedForMs)
    const ids = await claimDeliveries(pool, { channel, now: new Date(now), until, limit: freeSlots })
    const deliveries = ids.length === 0 ? [] : await readDeliveries(pool, { ids, now })
    for (const delivery of deliveries) follow(delivery.id, settle(delivery))
    return deliveries.length
  }

  function follow(id: string, settling: Promise<void>): void {
    const followed = settling
      .catch((error: unknown) => log.warn({ err: error, channel }, 'The result of a delivery could not be stored'))
      .finally(() => {
        underWay.delete(id)
        if (restMs === 0) claiming.wake()
      })
    underWay.set(id, followed)
  }

  /** Keeps other processes from claiming a delivery until it is settled, however long it takes. */
  async function renew(): Promise<number> {
    const ids = [...underWay.keys()]
    if (ids.length > 0) await renewClaims(pool, { ids, until: new Date(clock.now() + claimedForMs) })
    return claimedForMs / 3
  }

  function waitForRenewal(error: unknown): number {
    log.warn({ err: error, channel }, 'The results of running deliveries could not be stored')
    return claimedForMs / 3
  }

  async function tryOnce(delivery: Delivery): Promise<PushOutcome> {
    if (clock.now() - delivery.createdAt.getTime() > triedForMs) return tooLate
    if (delivery.unanswered >= mostUnanswered && delivery.isEmergency !== true) return handedOverTwice
    return tracedApart(
      { name: `deliver ${channel}` },
      async () => deliver(delivery, async () => recordHandOver(delivery.id)),
      ({ kind }) => ({ 'gateway_portal.outcome': kind }),
    )
  }

  async function settle(delivery: Delivery): Promise<void> {
    const outcome = await tryOnce(delivery)
    metrics.deliveries.inc({ channel, outcome: outcome.kind })
    watchForRest(outcome)
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
      case 'silent':
      case 'unreachable': {
        const dueAt = new Date(clock.now() + pauseAfter(delivery.tries, outcome.kind, Math.random))
        const { id, unanswered } = delivery
        const answer = keptAnswer(outcome.answer)
        return postponeDelivery(pool, { id, dueAt, answer, unanswered })
      }
    }
  }

  /** One email without an answer does not delay others; if the server answers none, sending pauses. */
  function watchForRest(outcome: PushOutcome): void {
    if (outcome.kind === 'unwanted') return
    silentInRow = outcome.kind === 'silent' ? silentInRow + 1 : 0
    if (outcome.kind === 'unreachable' || (outcome.kind === 'silent' && silentInRow >= atOnce)) rest(outcome.reason)
    else if (outcome.kind !== 'silent') restMs = 0
  }

  function rest(reason: string): void {
    if (restMs === 0) log.error({ channel, reason }, 'Notices cannot be delivered for now')
    // Parallel failures count as one.
    if (restMs === 0 || underWay.size === 1) restMs = Math.min(Math.max(restMs * 2, shortestRestMs), longestRestMs)
  }

  /** Specification 23.4: the portal shows that email cannot be delivered. */
  async function giveUp({ id, personId, brand }: Delivery, answer: string | null): Promise<void> {
    const now = clock.now()
    await inTransaction(pool, async (transaction) => {
      await endDeliveries(transaction, { ended: [{ id, answer }], state: 'UNDELIVERABLE', now: new Date(now) })
      if (channel !== 'mail' || brand === null) return
      const day = new Date(now).toISOString().slice(0, 10)
      await recordNotices(transaction, { ...dependencies, now }, [
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
    await claiming.stop()
    await Promise.all(underWay.values())
    await renewing.stop()
  }

  return { stop }
}
