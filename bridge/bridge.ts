import type { HomeBroker } from './home-broker.ts'
import type { BridgeClock } from './clock.ts'
import { describeDevice, valueExpiresAfterS } from './discovery.ts'
import { type PortalClient, PortalError, type ApplianceWithReadings } from './portal-client.ts'
import { AccessEndedError } from './sign-in.ts'
import type { Topics } from './topics.ts'
import { isReporting, publishedValuesOf } from './published-values.ts'

export type BridgeDependencies = {
  portal: PortalClient
  portalUrl: string
  topics: Topics
  /** Connects to the broker. The events of the connection call the functions in `receivers`. */
  connect(receivers: { onConnected(): void; onMessage(topic: string, payload: string): void }): HomeBroker
  clock: BridgeClock
  print(line: string): void
  /** Stops the bridge. */
  signal: AbortSignal
}

const intervalMs = 60_000
/**
 * The minimum time between two reads of the portal, in ms. It applies even if many events arrive, because the portal
 * limits the requests in a minute.
 */
const minIntervalMs = 2_000
const firstRetryMs = 5_000
const longestRetryMs = 5 * 60_000

/**
 * Publishes all shared appliances every minute, and after each event of the portal, until `signal` aborts. Then
 * publishes that the bridge is `offline`.
 *
 * @throws AccessEndedError if the owner ended the access
 */
export async function runBridge(dependencies: BridgeDependencies): Promise<void> {
  const { portal, portalUrl, topics, clock, print } = dependencies
  const end = new AbortController()
  const signal = AbortSignal.any([dependencies.signal, end.signal])
  /**
   * The last retained messages of the broker. `descriptions`: the description of each appliance, by the appliance's id.
   * `available`: each availability, by its topic.
   */
  const descriptions = new Map<string, string>()
  const available = new Map<string, string>()
  let wakeUp = new AbortController()
  let lastSuccess = -Infinity
  let failures = 0

  const wake = (): void => wakeUp.abort()
  const broker = dependencies.connect({
    onConnected() {
      descriptions.clear()
      available.clear()
      wake()
    },
    onMessage(topic, payload) {
      if (available.get(topic) === payload) return
      if (topic !== topics.homeAssistantStatus) available.set(topic, payload)
      else if (payload === 'online') descriptions.clear()
      wake()
    },
  })
  const events = followEvents({ portal, clock, signal }, wake)
  try {
    while (!signal.aborted) {
      wakeUp = new AbortController()
      const anything = AbortSignal.any([signal, wakeUp.signal])
      if (broker.isConnected()) {
        const pauseMs = await publishAll()
        await clock.wait(minIntervalMs, signal)
        // After a failure, an event does not shorten the pause, because the portal may have requested a minimum by
        // Retry-After.
        await clock.wait(pauseMs - minIntervalMs, failures > 0 ? signal : anything)
      } else await clock.wait(intervalMs, anything)
    }
  } finally {
    end.abort()
    await events
    await broker.close()
  }

  /** Reads and publishes all appliances once. Returns the time until the next read in ms. */
  async function publishAll(): Promise<number> {
    try {
      const appliances = await portal.readAppliances()
      const isNew = appliances.map(publish).includes(true)
      endMissing(new Set(appliances.map(({ id }) => topics.availability(id))))
      broker.retain(topics.bridge, 'online')
      if (failures > 0) print('The portal answers again.')
      lastSuccess = clock.now()
      failures = 0
      // If a device is new, publishes the values again soon: Home Assistant subscribes to them only after it has read
      // the device's description.
      return isNew ? firstRetryMs : intervalMs
    } catch (error) {
      if (signal.aborted || error instanceof AccessEndedError) throw error
      return retryAfter(error as Error)
    }
  }

  /** Publishes one appliance. Returns whether its description has changed. */
  function publish(appliance: ApplianceWithReadings): boolean {
    const { id } = appliance
    const values = publishedValuesOf(appliance)
    const description = JSON.stringify(describeDevice({ topics, portalUrl, appliance, values }))
    const isNew = descriptions.get(id) !== description
    if (isNew) broker.retain(topics.discovery(id), description)
    descriptions.set(id, description)
    setAvailable(topics.availability(id), isReporting(appliance))
    for (const { name, payload, isCurrent } of values) if (isCurrent) broker.send(topics.value(id, name), payload)
    return isNew
  }

  function setAvailable(topic: string, isAvailable: boolean): void {
    const payload = isAvailable ? 'online' : 'offline'
    if (available.get(topic) !== payload) broker.retain(topic, payload)
    available.set(topic, payload)
  }

  /**
   * Publishes `offline` for appliances that are no longer shared. This includes appliances that an earlier run
   * published, because the broker retained their topics.
   */
  function endMissing(sharedIds: ReadonlySet<string>): void {
    for (const [topic, payload] of available) {
      if (sharedIds.has(topic) || payload === 'offline') continue
      setAvailable(topic, false)
      print(`An appliance is no longer shared: ${topic} is offline.`)
    }
  }

  function retryAfter(error: Error): number {
    if (failures === 0) print(`The portal cannot be read, trying again: ${error.message}`)
    failures += 1
    if (clock.now() - lastSuccess >= valueExpiresAfterS * 1000) broker.retain(topics.bridge, 'offline')
    return computeBridgeRetryMs(failures, error)
  }
}

type EventDependencies = Pick<BridgeDependencies, 'portal' | 'clock' | 'signal'>

/**
 * Calls `onEvent` for each event of the portal. Connects again when the connection ends or fails; returns when the access
 * has ended. Without events, the bridge still reads the portal every minute.
 */
async function followEvents({ portal, clock, signal }: EventDependencies, onEvent: () => void): Promise<void> {
  let lastId: string | null = null
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const ids = await portal.events(lastId, signal)
      failures = 0
      for await (const id of ids) {
        lastId = id
        onEvent()
      }
      onEvent()
      await clock.wait(firstRetryMs, signal)
    } catch (error) {
      if (error instanceof AccessEndedError) return onEvent()
      await clock.wait(computeBridgeRetryMs(failures + 1, error as Error), signal)
    }
  }
}

/**
 * Returns the time until the next attempt in ms. The time doubles with each failure, up to 5 minutes, and a random part
 * of up to a quarter is added or subtracted, so that bridges retry at different times. The time is never shorter than
 * the portal requested.
 */
export function computeBridgeRetryMs(failures: number, error: Error): number {
  const requestedPauseMs = error instanceof PortalError ? (error.retryAfterMs ?? 0) : 0
  const doubledMs = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs)
  return Math.max(requestedPauseMs, doubledMs * (0.75 + Math.random() / 2))
}
