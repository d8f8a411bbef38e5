import { applianceApi } from '#contract/appliance-api.ts'

/** The functions of BroadcastChannel that this module uses. */
export type PageChannel = {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}

/**
 * The other open pages of this browser. `isLast` returns whether there are no other pages, as far as their messages
 * show. `reportLeaving` and `reportReturn` report to the other pages that this page closes or returns. `reportSignOut`
 * reports that the common session has ended.
 */
export type OpenPageTracker = { isLast(): boolean; reportLeaving(): void; reportReturn(): void; reportSignOut(): void }

type Message = { kind: 'here' | 'asks' | 'left' | 'signed-out'; page: string }

/**
 * Tracks the other open pages by their messages, because a closing page has no time to query them. A crashed page stays
 * in the count; the server expires its subscriptions. Specification 14.2.
 */
export function createOpenPageTracker(channel: PageChannel, page: string, onSignedOut: () => void): OpenPageTracker {
  const others = new Set<string>()

  channel.addEventListener('message', ({ data }) => {
    if (!isMessage(data) || data.page === page) return
    if (data.kind === 'signed-out') return onSignedOut()
    if (data.kind === 'left') others.delete(data.page)
    else others.add(data.page)
    if (data.kind === 'asks') say('here')
  })

  function say(kind: Message['kind']): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches only its own origin
    channel.postMessage({ kind, page } satisfies Message)
  }

  say('asks')
  return {
    isLast: () => others.size === 0,
    reportLeaving: () => say('left'),
    reportReturn: () => say('asks'),
    reportSignOut: () => say('signed-out'),
  }
}

function isMessage(data: unknown): data is Message {
  return typeof data === 'object' && data !== null && 'kind' in data && 'page' in data && typeof data.page === 'string'
}

/** `persisted` is a field of PageTransitionEvent: whether the page is in the back-forward cache. */
type PageEvent = Event & { persisted?: boolean }

type LeavingDependencies = {
  window: { addEventListener(type: string, listener: (event: PageEvent) => void): void }
  openPages: OpenPageTracker
  /** Returns the current token; null if nobody is signed in. */
  token(): string | null
  fetch(url: string, init: RequestInit): Promise<unknown>
  /** Called when the page is restored from the back-forward cache. */
  onReturn(): void
  /** Sends the queued log entries, which would otherwise be lost. */
  flush(): void
}

/**
 * When the last open page of this browser closes while somebody is signed in, asks the server to drop the
 * subscriptions. The request continues after the page is closed, and nobody reads the answer. Specification 4.17 and
 * 14.2.
 */
export function dropSubscriptionsOnLeaving(dependencies: LeavingDependencies): void {
  const { window, openPages, token, fetch, onReturn, flush } = dependencies
  window.addEventListener('pagehide', () => {
    flush()
    openPages.reportLeaving()
    const bearer = token()
    if (bearer === null || !openPages.isLast()) return
    const { method, path } = applianceApi.unsubscribe
    fetch(path, { method, keepalive: true, headers: { authorization: `Bearer ${bearer}` } }).catch(() => undefined)
  })
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    openPages.reportReturn()
    onReturn()
  })
}
