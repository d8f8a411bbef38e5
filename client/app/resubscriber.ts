import { isRefusedWith } from '#client/api-call.ts'
import { loadAppliances, replaceAllSubscriptions } from '#client/appliances/state/appliance-calls.ts'
import { selectApplianceIds, selectIsPolling } from '#client/appliances/state/appliances-state.ts'
import type { Store } from './store.ts'

/**
 * The period in ms over which the open pages spread their subscriptions. Thousands of pages can get the server's number
 * of subscriptions at the same time.
 */
const spreadMs = 10_000

export type Resubscriber = {
  /** Called when the server reports the number of subscriptions that this person has. */
  onSubscribed(subscribed: number): void
}

/**
 * Creates the handler that subscribes again if the server has fewer subscriptions than the page has appliances. The
 * server may have deleted them after their expiry, or at the request of the person's last page in another browser.
 * Specification 14.2.
 */
export function createResubscriber(store: Pick<Store, 'dispatch' | 'getState'>, random: () => number): Resubscriber {
  let subscribedCount = 0
  let pause: ReturnType<typeof setTimeout> | undefined

  function onSubscribed(subscribedAt: number): void {
    subscribedCount = subscribedAt
    pause ??= setTimeout(() => void readAgain(), random() * spreadMs)
  }

  async function readAgain(): Promise<void> {
    pause = undefined
    const state = store.getState()
    const ids = selectApplianceIds(state)
    // Does nothing while the page polls, because each read of the list then subscribes.
    if (state.live.kind !== 'live' || selectIsPolling(state) || subscribedCount >= ids.length) return
    const answer = await store.dispatch(replaceAllSubscriptions(ids))
    if (!replaceAllSubscriptions.rejected.match(answer)) return
    // If the appliance no longer exists, reads the list. Each read of the list subscribes to its appliances.
    if (isRefusedWith(answer.payload, 'not-found')) await store.dispatch(loadAppliances())
  }

  return { onSubscribed }
}
