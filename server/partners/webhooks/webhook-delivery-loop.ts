import { minuteMs } from '#contract/durations.ts'
import type { Log } from '#server/log.ts'
import { startBackgroundLoop } from '#server/loop.ts'
import { type WebhookRunnerDependencies, createWebhookDeliveryRunner } from './webhook-delivery-runner.ts'
import { type WebhookDelivery, claimWebhooks, isAnyWebhookDue, readSendableWebhooks } from './store.ts'

export type WebhookDeliveryLoopDependencies = WebhookRunnerDependencies & { log: Log; pollEveryMs?: number }

export type WebhookDeliveryLoop = { stop(): Promise<void> }

/**
 * The maximum numbers of deliveries in progress: `maxConcurrent` in this process, `perEndpoint` for one endpoint.
 * Deliveries to an endpoint whose last answer was late or a failure are in the lane `slow`, so that they do not delay
 * other deliveries.
 */
const lanes = {
  fast: { isSlow: false, maxConcurrent: 100, perEndpoint: 4 },
  slow: { isSlow: true, maxConcurrent: 50, perEndpoint: 1 },
} as const

type Lane = keyof typeof lanes

/**
 * The lifetime of a claim in ms, which is longer than a try. If this process is killed, another process sends the
 * deliveries after that time.
 */
const claimedForMs = minuteMs
const defaultPollEveryMs = 1_000
const rightsEveryMs = 400

type UnderWay = { lane: Lane; endpointId: string; cut: AbortController; done: Promise<void> }

/** Sends due webhooks. Several processes can call this function at the same time. Specification 27.7. */
export function startWebhookDeliveryLoop({
  pollEveryMs = defaultPollEveryMs,
  ...dependencies
}: WebhookDeliveryLoopDependencies): WebhookDeliveryLoop {
  const { pool, clock, log } = dependencies
  const underWay = new Map<string, UnderWay>()
  const tryDelivery = createWebhookDeliveryRunner(dependencies)
  const claiming = startBackgroundLoop({ firstAfterMs: 0, work: claim, onError: waitForDatabase })
  const watching = startBackgroundLoop({ firstAfterMs: rightsEveryMs, work: cutUnpermitted, onError: cutAll })

  async function claim(): Promise<number> {
    if (!(await isAnyWebhookDue(pool, new Date(clock.now())))) return pollEveryMs
    const counts = [await takeSome('fast'), await takeSome('slow')]
    return counts.some((count) => count > 0) ? 0 : pollEveryMs
  }

  async function takeSome(name: Lane): Promise<number> {
    const { isSlow, maxConcurrent, perEndpoint } = lanes[name]
    const running = [...underWay.values()]
    const limit = maxConcurrent - running.filter(({ lane }) => lane === name).length
    if (limit <= 0) return 0
    const busy = running.map(({ endpointId }) => endpointId)
    const now = clock.now()
    const until = new Date(now + claimedForMs)
    const ids = await claimWebhooks(pool, { isSlow, now: new Date(now), until, limit, perEndpoint, busy })
    if (ids.length === 0) return 0
    const sendable = await readSendableWebhooks(pool, { ids, now: clock.now() })
    // Skips a delivery that is already in progress in this process, because a client may have made it due again.
    for (const delivery of sendable) if (!underWay.has(delivery.deliveryId)) follow(name, delivery)
    return ids.length
  }

  function follow(lane: Lane, delivery: WebhookDelivery): void {
    const { deliveryId, toEndpointId: endpointId } = delivery
    const cut = new AbortController()
    const done = tryDelivery(delivery, cut.signal)
      .catch((error: unknown) => log.warn({ err: error }, 'The result of a webhook could not be stored'))
      .finally(() => {
        underWay.delete(deliveryId)
        claiming.wake()
      })
    underWay.set(deliveryId, { lane, endpointId, cut, done })
  }

  /** Aborts deliveries in progress that are no longer permitted, within a second after a revocation. */
  async function cutUnpermitted(): Promise<number> {
    const ids = [...underWay.keys()]
    if (ids.length === 0) return rightsEveryMs
    const sendable = new Set(
      (await readSendableWebhooks(pool, { ids, now: clock.now() })).map(({ deliveryId }) => deliveryId),
    )
    for (const id of ids) if (!sendable.has(id)) underWay.get(id)?.cut.abort()
    return rightsEveryMs
  }

  /**
   * Aborts all deliveries in progress. Without the database, the process cannot check which of them are still
   * permitted.
   */
  function cutAll(error: unknown): number {
    for (const { cut } of underWay.values()) cut.abort()
    return waitForDatabase(error)
  }

  function waitForDatabase(error: unknown): number {
    log.warn({ err: error }, 'Webhooks wait for their database')
    return defaultPollEveryMs
  }

  async function stop(): Promise<void> {
    await claiming.stop()
    await Promise.all([...underWay.values()].map(({ done }) => done))
    await watching.stop()
  }

  return { stop }
}
