import { minuteMs } from '#contract/durations.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deleteAbandonedSubscriptions, recordPresence } from './store.ts'
import type { Services } from '#server/services.ts'

export type PresenceTracker = {
  /**
   * Does the work of a minute. Call this function every second with the time in epoch ms. It works once a minute, and
   * immediately if the machine's clock was set by a minute or more.
   */
  tick(now: number): void
  close(): Promise<void>
}

export type PresenceTrackerDependencies = Pick<Services, 'pool' | 'bus' | 'log'> & {
  /** The people with open pages at this process, by person id. */
  subscriptionRegistry: { readonly people: ReadonlyMap<string, unknown> }
}

const tickEveryMs = minuteMs
const abandonedAfterMs = 5 * minuteMs
const ticksBeforeDropping = abandonedAfterMs / tickEveryMs

/**
 * Deletes the subscriptions of people who had no open page for five minutes, because a closing page cannot reliably
 * delete them. Specification 14.2.
 *
 * Only the clock of the database counts, so a process on a machine with a fast clock deletes no subscriptions of other
 * people. After its start or an outage of its database, a process deletes nothing until it has recorded its own pages
 * for five minutes.
 *
 * If only one process cannot record its pages for five minutes, the other processes delete the subscriptions of its
 * people and notify all processes.
 */
export function createPresenceTracker({
  pool,
  bus,
  subscriptionRegistry,
  log,
}: PresenceTrackerDependencies): PresenceTracker {
  let doneAt = -Infinity
  let ticksNoted = 0
  let busy: Promise<void> = Promise.resolve()

  function tick(now: number): void {
    if (Math.abs(now - doneAt) < tickEveryMs) return
    doneAt = now
    busy = busy.then(supervise)
  }

  async function supervise(): Promise<void> {
    try {
      await recordPresence(pool, [...subscriptionRegistry.people.keys()])
      if (ticksNoted >= ticksBeforeDropping) await dropAbandoned()
      ticksNoted += 1
    } catch (error) {
      ticksNoted = 0
      log.warn({ err: error }, 'Subscriptions of closed pages could not be deleted; the next try is in a minute')
    }
  }

  async function dropAbandoned(): Promise<void> {
    await inTransaction(pool, async (transaction) => {
      const personIds = await deleteAbandonedSubscriptions(transaction, abandonedAfterMs)
      await bus.publish(
        transaction,
        personIds.map((personId) => ({ kind: 'subscriptions', personId })),
      )
    })
  }

  return { tick, close: () => busy }
}
