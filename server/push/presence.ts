import type { Log } from '#server/log.ts'
import type { Pool } from 'pg'
import { dropAbandonedSubscriptions, touchPresence } from './store.ts'
import type { SubscriptionRegistry } from './subscription-registry.ts'

export type Presence = {
  /** Does its work once a minute of this machine's clock, or when that was set, however often it is called. Epoch ms. */
  tick(now: number): void
  close(): Promise<void>
}

export type PresenceDependencies = { pool: Pool; subscriptionRegistry: SubscriptionRegistry; log: Log }

const tickEveryMs = 60_000
const abandonedAfterMs = 5 * 60_000

/**
 * Drops the subscriptions of people whose pages have been gone for some minutes, because a page that is closed
 * can't be relied on to do it. The database tells whether a person has a page open at any process, by its own clock: a
 * machine whose clock is fast must not take the pages at the others for closed.
 */
export function startPresence({ pool, subscriptionRegistry, log }: PresenceDependencies): Presence {
  let doneAt = -Infinity
  let busy: Promise<void> = Promise.resolve()

  function tick(now: number): void {
    if (Math.abs(now - doneAt) < tickEveryMs) return
    doneAt = now
    busy = busy.then(lookAfter)
  }

  async function lookAfter(): Promise<void> {
    try {
      await touchPresence(pool, [...subscriptionRegistry.people.keys()])
      await dropAbandonedSubscriptions(pool, abandonedAfterMs)
    } catch (error) {
      log.warn({ err: error }, 'Subscriptions of closed pages could not be dropped; the next try is in a minute')
    }
  }

  return { tick, close: () => busy }
}
