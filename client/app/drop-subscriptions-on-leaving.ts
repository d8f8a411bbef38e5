import { api } from '#contract/api.ts'
import type { OpenPages } from './open-pages.ts'

/** As much of a PageTransitionEvent as tells whether the browser kept the page. */
type PageEvent = Event & { persisted?: boolean }

export type LeavingParts = {
  window: { addEventListener(type: string, listener: (event: PageEvent) => void): void }
  openPages: OpenPages
  /** The token at hand; null when nobody is signed in. */
  token(): string | null
  fetch(url: string, init: RequestInit): Promise<unknown>
  /** The page was kept by the browser and shown again. */
  onReturn(): void
  /** Sends what would be lost. */
  flush(): void
}

/**
 * Drops the subscriptions when the last open page goes, while somebody is signed in. The request outlives the
 * page; nobody hears its answer. Specification 4.17 and 14.2.
 */
export function dropSubscriptionsOnLeaving(parts: LeavingParts): void {
  const { window, openPages, token, fetch, onReturn, flush } = parts
  window.addEventListener('pagehide', () => {
    flush()
    openPages.left()
    const bearer = token()
    if (bearer === null || !openPages.isLast()) return
    const { method, path } = api.unsubscribe
    fetch(path, { method, keepalive: true, headers: { authorization: `Bearer ${bearer}` } }).catch(() => undefined)
  })
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    openPages.came()
    onReturn()
  })
}
