import { loadAppliances, refreshSubscriptions } from '#client/appliances/appliance-calls.ts'
import { selectApplianceIds, selectIsPolling } from '#client/appliances/appliances-state.ts'
import type { Store } from './store.ts'

/** Thousands of pages that are told at once do not all ask at once. */
const withinMs = 10_000

export type SubscribingAgain = {
  /** The server knows of so many appliances of this page. */
  told(subscribed: number): void
}

/**
 * Subscribes again where the server knows of fewer appliances than the page has: it took the page for closed, or a page
 * in another browser was the last there and went. Specification 14.2.
 */
export function createSubscribingAgain(
  store: Pick<Store, 'dispatch' | 'getState'>,
  random: () => number,
): SubscribingAgain {
  let known = 0
  let pause: ReturnType<typeof setTimeout> | undefined

  function told(subscribed: number): void {
    known = subscribed
    pause ??= setTimeout(() => void look(), random() * withinMs)
  }

  async function look(): Promise<void> {
    pause = undefined
    const state = store.getState()
    const ids = selectApplianceIds(state)
    // Where the server refuses them, they are asked for with each list.
    if (state.live.kind !== 'live' || selectIsPolling(state) || known >= ids.length) return
    const answer = await store.dispatch(refreshSubscriptions(ids))
    if (!refreshSubscriptions.rejected.match(answer)) return
    const { payload } = answer
    // One was removed elsewhere: once the list is read, the others are subscribed to.
    if (payload?.kind === 'refused' && payload.code === 'not-found') await store.dispatch(loadAppliances())
  }

  return { told }
}
