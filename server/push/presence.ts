import type { Log } from '#server/log.ts'
import type { Pool } from 'pg'
import type { Bus } from '#server/bus/bus.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { dropAbandonedSubscriptions, touchPresence } from './store.ts'

export type Presence = {
  /** Does its work once a minute of this machine's clock, or when that was set, however often it is called. Epoch ms. */
  tick(now: number): void
  close(): Promise<void>
}

export type PresenceDependencies = {
  pool: Pool
  bus: Pick<Bus, 'publish'>
  /** People with pages open at this process, by their ids. */
  subscriptionRegistry: { readonly people: ReadonlyMap<string, unknown> }
  log: Log
}

const tickEveryMs = 60_000
const abandonedAfterMs = 5 * 60_000
const ticksBeforeDropping = abandonedAfterMs / tickEveryMs

/**
 * Drops the subscriptions of people whose pages have been gone for some minutes, because a page that is closed
 * can't be relied on to do it. The database tells whether a person has a page open at any process, by its own clock: a
 * machine whose clock is fast must not take the pages at the others for closed. Nor may a process that has just started,
 * or whose database was away, since the others could not say for as long which pages they have: it drops nothing until it
 * has noted its own for those minutes. Whose process could not say so for as long, while the others went on, is dropped
 * with a page open: what is dropped is told to all processes, and by them to the page. Specification 14.2.
 */
export function startPresence({ pool, bus, subscriptionRegistry, log }: PresenceDependencies): Presence {
  let doneAt = -Infinity
  let ticksNoted = 0
  let busy: Promise<void> = Promise.resolve()

  function tick(now: number): void {
    if (Math.abs(now - doneAt) < tickEveryMs) return
    doneAt = now
    busy = busy.then(lookAfter)
  }

  async function lookAfter(): Promise<void> {
    try {
      await touchPresence(pool, [...subscriptionRegistry.people.keys()])
      if (ticksNoted >= ticksBeforeDropping) await dropAbandoned()
      ticksNoted += 1
    } catch (error) {
      ticksNoted = 0
      log.warn({ err: error }, 'Subscriptions of closed pages could not be dropped; the next try is in a minute')
    }
  }

  async function dropAbandoned(): Promise<void> {
    await inTransaction(pool, async (transaction) => {
      const personIds = await dropAbandonedSubscriptions(transaction, abandonedAfterMs)
      await bus.publish(
        transaction,
        personIds.map((personId) => ({ kind: 'subscriptions', personId })),
      )
    })
  }

  return { tick, close: () => busy }
}
