import { minuteMs } from '#contract/durations.ts'
import { type LoopRun, startBackgroundLoop } from '#server/loop.ts'
import type { NoticeRecordingDependencies } from '../record-notices.ts'
import type { DeliveryMetrics } from './metrics.ts'
import type { PushOutcome } from '../push-sender.ts'
import { noChannelPause, nextChannelPause } from './channel-pause.ts'
import { formatLoggedAnswer } from './delivery-outcome.ts'
import { createDeliveryRunner } from './delivery-runner.ts'
import { type Delivery, type DeliveryChannel, claimDeliveries, readDeliveries, renewDeliveryClaims } from './store.ts'
import type { Services } from '#server/services.ts'

export type DeliveryLoopDependencies = Pick<NoticeRecordingDependencies, 'bus' | 'channels'> &
  Pick<Services, 'pool' | 'clock' | 'log'> & {
    metrics: DeliveryMetrics
    channel: DeliveryChannel
    deliver(delivery: Delivery, handOver: () => Promise<void>): Promise<PushOutcome>
    /** The maximum number of parallel deliveries. */
    maxConcurrent: number
    pollEveryMs?: number
    /**
     * The time in ms after which another process may take over the deliveries of a killed process. A live process extends
     * its claims before that time.
     */
    claimedForMs?: number
  }

export type DeliveryLoop = { stop(): Promise<void> }

const defaultPollEveryMs = 1_000
const defaultClaimedForMs = minuteMs

/**
 * Sends the due deliveries of one channel, the earliest due first. Several processes can send at the same time. If the
 * server of the channel is unreachable, this process pauses for a growing time. After the pause it makes one delivery
 * at a time until the server answers. Specification 23.4.
 */
export function startDeliveryLoop({
  pollEveryMs = defaultPollEveryMs,
  claimedForMs = defaultClaimedForMs,
  ...dependencies
}: DeliveryLoopDependencies): DeliveryLoop {
  const { pool, clock, log, channel, maxConcurrent } = dependencies
  const underWay = new Map<string, Promise<void>>()
  const settle = createDeliveryRunner({ ...dependencies, onOutcome: watchForRest })
  let rest = noChannelPause
  let hasTaken = false
  const backgroundLoop = startBackgroundLoop({ firstAfterMs: 0, work: claim, onError: waitForDatabase })
  const renewing = startBackgroundLoop({ firstAfterMs: claimedForMs / 3, work: renew, onError: waitForRenewal })

  async function claim({ isWoken }: LoopRun): Promise<number> {
    hasTaken = (await takeSome(hasTaken || isWoken ? maxConcurrent / 2 : 1)) > 0
    if (hasTaken) return 0
    return rest.restMs > 0 && underWay.size === 0 ? rest.restMs : pollEveryMs
  }

  function waitForDatabase(error: unknown): number {
    log.warn({ err: error, channel }, 'Deliveries wait for their database')
    return pollEveryMs
  }

  /**
   * Claims deliveries for the free slots, if at least `minFreeSlots` are free. While the channel pauses, claims at most
   * one delivery. Returns the number of claimed deliveries.
   */
  async function takeSome(minFreeSlots: number): Promise<number> {
    const isResting = rest.restMs > 0
    const freeSlots = (isResting ? 1 : maxConcurrent) - underWay.size
    if (freeSlots <= 0 || (!isResting && freeSlots < minFreeSlots)) return 0
    const now = clock.now()
    const until = new Date(now + claimedForMs)
    const ids = await claimDeliveries(pool, { channel, now: new Date(now), until, limit: freeSlots })
    const deliveries = ids.length === 0 ? [] : await readDeliveries(pool, { ids, now })
    for (const delivery of deliveries) follow(delivery.id, settle(delivery))
    return deliveries.length
  }

  function follow(id: string, settling: Promise<void>): void {
    const nextSettling = settling
      .catch((error: unknown) => log.warn({ err: error, channel }, 'The result of a delivery could not be stored'))
      .finally(() => {
        underWay.delete(id)
        if (rest.restMs === 0) backgroundLoop.wake()
      })
    underWay.set(id, nextSettling)
  }

  /**
   * Extends the claims on running deliveries, so that no other process claims them. Returns the milliseconds until
   * the next renewal.
   */
  async function renew(): Promise<number> {
    const ids = [...underWay.keys()]
    if (ids.length > 0) await renewDeliveryClaims(pool, { ids, until: new Date(clock.now() + claimedForMs) })
    return claimedForMs / 3
  }

  function waitForRenewal(error: unknown): number {
    log.warn({ err: error, channel }, 'The results of running deliveries could not be stored')
    return claimedForMs / 3
  }

  function watchForRest(outcome: PushOutcome): void {
    const next = nextChannelPause(rest, outcome, { maxConcurrent, isOnlyOne: underWay.size === 1 })
    if (rest.restMs === 0 && next.restMs > 0 && 'reason' in outcome)
      log.error(
        { channel, reason: outcome.reason, answer: formatLoggedAnswer(outcome.answer) },
        'Notices cannot be delivered for now',
      )
    rest = next
  }

  async function stop(): Promise<void> {
    await backgroundLoop.stop()
    await Promise.all(underWay.values())
    await renewing.stop()
  }

  return { stop }
}
