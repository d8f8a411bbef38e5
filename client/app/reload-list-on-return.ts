import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import type { Store } from './store.ts'

export type ListReloadDependencies = {
  window: Pick<EventTarget, 'addEventListener'>
  document: Pick<EventTarget, 'addEventListener'> & { visibilityState: string }
  /** Returns the present time in epoch ms. */
  now(): number
}

/** The minimum time between two reads, in ms. */
const minReloadIntervalMs = 5_000

/**
 * Reads the list again when the person returns to an app that has loaded the list, because the list may have changed
 * and messages may have been lost. Open forms keep their values.
 */
export function reloadListOnReturn({ window, document, now }: ListReloadDependencies, store: Store): void {
  let readAt = now()

  function cameBack(): void {
    const { session, appliances } = store.getState()
    const isShowingList = session.kind === 'signed-in' && appliances.list.kind === 'loaded'
    if (document.visibilityState !== 'visible' || !isShowingList || now() - readAt < minReloadIntervalMs) return
    readAt = now()
    void store.dispatch(loadAppliances())
  }

  window.addEventListener('focus', cameBack)
  document.addEventListener('visibilitychange', cameBack)
}
