import type { Pool } from 'pg'
import { units } from '#contract/event-bus.ts'
import type { GatewayChange } from '#server/live/bus/bus.ts'
import { runAsStepOfTraces } from '#server/tracing.ts'
import { EncodedNotification } from './frame-encoding.ts'
import type { PageDeliveryDependencies } from './page-socket.ts'
import { startPushLoop } from './push-loop.ts'
import type { SnapshotSender } from './snapshot-sender.ts'
import { findPairsWithoutRights, readChangePayloads } from './store.ts'
import type { GatewayDelivery, WatchedGateway, GatewayWatch, SubscriptionRegistry } from './subscription-registry.ts'
import type { Services } from '#server/services.ts'

export type ChangeDelivery = {
  /**
   * Adds a change from the bus to the next round. If a unit of a gateway has several undelivered changes, only the
   * latest is delivered.
   */
  onChange(change: GatewayChange): void
  close(): Promise<void>
}

export type ChangeDeliveryDependencies = Pick<Services, 'pool' | 'log'> & {
  subscriptionRegistry: SubscriptionRegistry
  snapshots: Pick<SnapshotSender, 'readAgain'>
  deliveryDependencies: PageDeliveryDependencies
}

type Payload = NonNullable<GatewayChange['payload']>

/** The maximum number of gateways in one round. While a round writes, it blocks the event loop. */
const topicsPerRound = 2_000

/**
 * The minimum time between two rounds, in milliseconds. A round needs one query for any number of changes, so a short
 * wait saves queries.
 */
const minRoundIntervalMs = 8

/**
 * Creates the delivery of changes in rounds, one after the other. Changes that arrive during a round are delivered in
 * the next round. Each round checks the rights of all receivers with one query, because rights must be checked again at
 * delivery. Specification 14.3.
 */
export function createChangeDelivery({
  pool,
  subscriptionRegistry,
  snapshots,
  deliveryDependencies,
  log,
}: ChangeDeliveryDependencies): ChangeDelivery {
  let gatewayTopics: WatchedGateway[] = []
  const { wake, stop: close } = startPushLoop({
    log,
    name: 'a delivery',
    work: round,
    minIntervalMs: minRoundIntervalMs,
  })

  function onChange(change: GatewayChange): void {
    const topic = subscriptionRegistry.topicOf(change.gatewayId)
    if (topic === undefined || !isNewerForAny(topic, change)) return
    const notification = new EncodedNotification(change)
    if (topic.pending === null) {
      topic.pending = []
      gatewayTopics.push(topic)
      deliveryDependencies.metrics.waiting = gatewayTopics.length
      wake()
    }
    const before = topic.pending[notification.unitIndex]
    if (before === undefined || before.change.seq < change.seq) topic.pending[notification.unitIndex] = notification
  }

  async function round(): Promise<boolean> {
    const topics = gatewayTopics.slice(0, topicsPerRound)
    try {
      await runAsStepOfTraces(
        { name: 'deliver changes', attributes: { 'messaging.batch.message_count': topics.length } },
        () => topics.flatMap(tracesOf),
        async () => deliverRound(topics),
      )
    } catch (error) {
      for (const { person } of topics.flatMap(({ watches }) => watches)) snapshots.readAgain(person)
      throw error
    }
    deliveryDependencies.metrics.waiting = gatewayTopics.length
    return gatewayTopics.length > 0
  }

  async function deliverRound(topics: readonly WatchedGateway[]): Promise<void> {
    await fetchPayloads(pool, topics)
    const gatewayWatches = topics.flatMap(({ watches }) => watches)
    await dropWithoutRights(gatewayWatches)
    gatewayTopics = gatewayTopics.slice(topics.length)
    // Delivers only to watches whose rights were checked in this round. A watch that was added later gets a snapshot,
    // which is newer than these changes.
    for (const watch of gatewayWatches) if (watch.isCurrent) deliverPending(watch)
    for (const topic of topics) endRound(topic)
  }

  async function dropWithoutRights(watchesToCheck: readonly GatewayWatch[]): Promise<void> {
    if (watchesToCheck.length === 0) return
    const personIds = watchesToCheck.map(({ person }) => person.id)
    const gatewayIds = watchesToCheck.map(({ topic }) => topic.gatewayId)
    const now = deliveryDependencies.clock.now()
    for (const index of await findPairsWithoutRights(pool, { personIds, gatewayIds, now })) {
      const watch = watchesToCheck[index]
      if (watch === undefined || !watch.isCurrent) continue
      deliveryDependencies.metrics.withheld++
      subscriptionRegistry.drop(watch)
    }
  }

  function deliverPending(watch: GatewayWatch): void {
    for (const notification of watch.topic.pending ?? [])
      if (notification?.isComplete) deliverNotification({ watch, notification }, deliveryDependencies)
  }

  // Ends the round for a gateway. If a change without a payload arrived during the round, the gateway takes part in
  // the next round.
  function endRound(topic: WatchedGateway): void {
    if (!lacksPayload(topic)) {
      topic.pending = null
      return
    }
    topic.pending = (topic.pending ?? []).map((notification) => (notification?.isComplete ? undefined : notification))
    gatewayTopics.push(topic)
  }

  return { onChange, close }
}

/**
 * Writes a notification to all pages of one person who watches the gateway. Skips the notification if the pages have a
 * newer value, or if the change is older than the person's access.
 */
export function deliverNotification(
  { watch, notification }: GatewayDelivery,
  dependencies: PageDeliveryDependencies,
): void {
  const { change, unitIndex } = notification
  if (!isNewer(watch, change.seq, unitIndex)) return
  watch.delivered[unitIndex] = change.seq
  const theirs = limitToAccess(notification, watch.since)
  if (theirs === null) return
  for (const socket of watch.person.sockets) socket.sendOrQueue({ watch, notification: theirs }, dependencies)
}

/**
 * Limits a notification to the values that a person may see whose access began at `since`. Returns null for a report
 * before `since`. Reduces a status before `since` to the current status, which then begins at `since`. Specification
 * 19.52.
 *
 * The function compares times as text, because parsing two times for each page takes longer than all its other steps.
 */
function limitToAccess(notification: EncodedNotification, since: string): EncodedNotification | null {
  const { change } = notification
  const { unit, payload } = change
  const isBefore = change.ts < since
  if (unit !== 'status') return isBefore ? null : notification
  if (payload === null) return notification
  const began = payload['since']
  const beganBefore = typeof began === 'string' && began < since
  if (!isBefore && !beganBefore) return notification
  const ts = isBefore ? since : change.ts
  const values = isBefore ? statusOnly(payload) : payload
  const theirs = beganBefore ? { ...values, since: new Date(since).toISOString() } : values
  return new EncodedNotification({ ...change, ts, payload: theirs })
}

/** Returns the status, its start and its fault from the payload of a status, without the other values. */
function statusOnly({ gatewayStatus, since, faultCode, severity }: Payload): Payload {
  return { gatewayStatus, since, faultCode, severity }
}

function tracesOf({ pending }: WatchedGateway): string[] {
  return pending?.flatMap((notification) => notification?.change.trace ?? []) ?? []
}

function isNewerForAny({ watches }: WatchedGateway, { unit, seq }: GatewayChange): boolean {
  return watches.some((watch) => isNewer(watch, seq, units.indexOf(unit)))
}

function isNewer({ units: bits, delivered }: GatewayWatch, seq: number, unitIndex: number): boolean {
  return (bits & (1 << unitIndex)) !== 0 && seq > (delivered[unitIndex] ?? -1)
}

function lacksPayload({ pending }: WatchedGateway): boolean {
  return pending?.some((notification) => notification?.isComplete === false) ?? false
}

/**
 * Reads the payloads that the messages lack. A payload was too large for the bus, or a poll of the database found the
 * change. Drops changes of deleted gateways.
 */
async function fetchPayloads(pool: Pool, topics: readonly WatchedGateway[]): Promise<void> {
  const lackingTopics = topics
    .filter(lacksPayload)
    .flatMap((topic) =>
      (topic.pending ?? []).flatMap((notification) =>
        notification?.isComplete === false ? [{ topic, notification }] : [],
      ),
    )
  if (lackingTopics.length === 0) return
  const payloads = await readChangePayloads(
    pool,
    lackingTopics.map(({ notification }) => notification.change),
  )
  for (const [index, { topic, notification }] of lackingTopics.entries()) {
    const payload = payloads[index] ?? null
    const { change, unitIndex } = notification
    if (topic.pending?.[unitIndex] !== notification) continue
    topic.pending[unitIndex] = payload === null ? undefined : new EncodedNotification({ ...change, payload })
  }
}
