import { applianceApi } from '#contract/appliance-api.ts'

/** As much of a BroadcastChannel as the count needs. */
export type Channel = {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}

/**
 * `isLast`: whether no other page of this browser is open, as far as this one has heard; `left` tells the others, and
 * `signedOut` that the session of all of them is over.
 */
export type OpenPages = { isLast(): boolean; left(): void; came(): void; signedOut(): void }

type Message = { kind: 'here' | 'asks' | 'left' | 'signed-out'; page: string }

/**
 * Knows of the other open pages without having to ask when the page goes. A page that crashed without a word
 * stays counted; then its subscriptions end on the server by themselves. Specification 14.2.
 */
export function watchOpenPages(channel: Channel, page: string, onSignedOut: () => void): OpenPages {
  const others = new Set<string>()

  channel.addEventListener('message', ({ data }) => {
    if (!isMessage(data) || data.page === page) return
    if (data.kind === 'signed-out') return onSignedOut()
    if (data.kind === 'left') others.delete(data.page)
    else others.add(data.page)
    if (data.kind === 'asks') say('here')
  })

  function say(kind: Message['kind']): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin alone
    channel.postMessage({ kind, page } satisfies Message)
  }

  say('asks')
  return {
    isLast: () => others.size === 0,
    left: () => say('left'),
    came: () => say('asks'),
    signedOut: () => say('signed-out'),
  }
}

function isMessage(data: unknown): data is Message {
  return typeof data === 'object' && data !== null && 'kind' in data && 'page' in data && typeof data.page === 'string'
}

/** As much of a PageTransitionEvent as tells whether the browser kept the page. */
type PageEvent = Event & { persisted?: boolean }

type LeavingDependencies = {
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
export function dropSubscriptionsOnLeaving(dependencies: LeavingDependencies): void {
  const { window, openPages, token, fetch, onReturn, flush } = dependencies
  window.addEventListener('pagehide', () => {
    flush()
    openPages.left()
    const bearer = token()
    if (bearer === null || !openPages.isLast()) return
    const { method, path } = applianceApi.unsubscribe
    fetch(path, { method, keepalive: true, headers: { authorization: `Bearer ${bearer}` } }).catch(() => undefined)
  })
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    openPages.came()
    onReturn()
  })
}
