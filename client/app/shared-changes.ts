import { isFulfilled } from '@reduxjs/toolkit'
import { addAppliance, deleteAppliance, loadAppliances, reloadAppliance } from '#client/appliances/appliance-calls.ts'
import {
  addProvider,
  addSupport,
  removeProvider,
  renewConsent,
  saveAddress,
  withdrawSupport,
} from '#client/appliances/service-calls.ts'
import type { Listeners } from './effects.ts'
import type { Channel } from './open-pages.ts'
import type { Store } from './store.ts'

type Change = { kind: 'appliance-changed'; id: string } | { kind: 'list-changed' }

/** Tells the other pages of this browser what was changed on this one. */
export function tellOtherPages({ startListening }: Listeners, channel: Channel): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin alone
  const tell = (change: Change) => channel.postMessage(change)
  for (const { fulfilled } of [saveAddress, addProvider, removeProvider, renewConsent, addSupport, withdrawSupport]) {
    startListening({
      actionCreator: fulfilled,
      effect: ({ meta }) => tell({ kind: 'appliance-changed', id: meta.arg.id }),
    })
  }
  startListening({
    matcher: isFulfilled(addAppliance, deleteAppliance),
    effect: () => tell({ kind: 'list-changed' }),
  })
}

export type ChangeSources = {
  channel: Channel
  window: Pick<Window, 'addEventListener'>
  document: Pick<Document, 'addEventListener' | 'visibilityState'>
  /** Epoch ms. */
  now(): number
}

/** Coming back twice within this time reads the list once. */
const atLeastEveryMs = 5_000

/**
 * Reads again what somebody changed: at once what another page of this browser tells, and all when the person
 * comes back to this page. What is being typed stays as it is.
 */
export function followOtherPages({ channel, window, document, now }: ChangeSources, store: Store): void {
  let readAt = now()

  function isShowingList(): boolean {
    const { session, appliances } = store.getState()
    return session.kind === 'signed-in' && appliances.list.kind === 'loaded'
  }

  function cameBack(): void {
    if (document.visibilityState !== 'visible' || !isShowingList() || now() - readAt < atLeastEveryMs) return
    readAt = now()
    void store.dispatch(loadAppliances())
  }

  channel.addEventListener('message', ({ data }) => {
    if (!isChange(data) || !isShowingList()) return
    if (data.kind === 'list-changed') void store.dispatch(loadAppliances())
    else void store.dispatch(reloadAppliance(data.id))
  })
  window.addEventListener('focus', cameBack)
  document.addEventListener('visibilitychange', cameBack)
}

function isChange(data: unknown): data is Change {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false
  if (data.kind === 'list-changed') return true
  return data.kind === 'appliance-changed' && 'id' in data && typeof data.id === 'string'
}
