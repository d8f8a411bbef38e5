import type { BrandSettings } from '#brands/brand.ts'
import { runWhenIdle } from '#client/interaction/run-when-idle.ts'
import { createAnalytics } from '#client/analytics/analytics.ts'
import { type ApiCall, createApiCall, createFileOpener, type FileOpener } from '#client/api-call.ts'
import { replaceAllSubscriptions } from '#client/appliances/state/appliance-calls.ts'
import { selectApplianceIds } from '#client/appliances/state/appliances-state.ts'
import { readStoredInvitation } from '#client/appliances/state/invitation-slice.ts'
import { getBrowserStorage } from '#client/browser-storage.ts'
import { createFetchFromAnswers, hasSessionAnswers, takeDocumentAnswer } from '#client/first-calls/first-calls.ts'
import { createRandomId } from '#client/random-id.ts'
import { createDraftStore, type DraftStore } from '#client/draft-store.ts'
import type { NavigationOptions } from '#client/router/router.ts'
import { clearBrowserData } from '#client/service-worker/registration.ts'
import { connectEventBus } from '#client/live/event-bus-client.ts'
import type { ClientLog } from '#client/logging/client-log.ts'
import {
  createPageSession,
  selectIsSignedIn,
  sessionExpected,
  sessionLetIn,
  type PageSession,
  type SessionChange,
  signedIn,
  signedOut,
} from '#client/sign-in/session.ts'
import { createEffects } from './effects.ts'
import { startFreshnessUpdates } from './freshness-updates.ts'
import {
  createFailureObserver,
  createInterruptionHandler,
  openDraftsOnReturn,
  type InterruptionHandler,
} from './interruptions.ts'
import { createEffectLoaders, type EffectLoader } from './effect-loaders.ts'
import { type LiveEffects, createLiveEffects } from './live-effects.ts'
import {
  type PageChannel,
  dropSubscriptionsOnLeaving,
  type OpenPageTracker,
  createOpenPageTracker,
} from './open-page-tracker.ts'
import { createPageLog, logUncaughtErrors } from './page-log.ts'
import { createVersionCheck, versionOutdated, listenForMissingParts } from './page-version.ts'
import { reloadListOnReturn } from './reload-list-on-return.ts'
import { createStore, type Store } from './store.ts'
import { toastShown } from './toasts-slice.ts'

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The services that `createAppServices` creates once for the whole app. */
export type AppServices = {
  session: PageSession
  log: ClientLog
  call: ApiCall
  openFile: FileOpener
  loadExports: EffectLoader
  loadNotices: EffectLoader
  fetch: Fetch
  endSession(): void
  /** Deletes the person's data from the storage of this browser. Failures are logged. */
  clearBrowserData(): Promise<void>
  store: Store
  live: LiveEffects
  drafts: DraftStore
  interruptions: InterruptionHandler
  openPages: OpenPageTracker
}

export type AppServiceDependencies = {
  brand: BrandSettings
  navigate(path: string, entering?: NavigationOptions): void
}

/** Creates the services of the app. */
export function createAppServices({ brand, navigate }: AppServiceDependencies): AppServices {
  // If the script of client/first-calls has not run yet, creates the map. Because the map exists, that script then
  // sends no calls.
  const first = (window.firstAnswers ??= new Map())
  const pageTime = { now: () => performance.now() }
  const fetch = createFetchFromAnswers(first, { ...pageTime, fetch: (url, init) => window.fetch(url, init) })
  const now = () => Date.now()
  const isSessionExpected = document.body.dataset['session'] === 'expected'
  const isLeaving = watchLeaving(window)
  const session = createPageSession({
    isExpected: isSessionExpected,
    fetch: fetchUnless(isLeaving, fetch),
    now,
    onChange: (change) => {
      // Does not forward a sign-out that another tab sent, because somebody may have signed in again in that tab.
      if (change.kind === 'signed-out' && selectIsSignedIn(store.getState())) openPages.reportSignOut()
      sessionChanged(change)
    },
    onRenewalFailed: (error) => log.warn('Renewing the session failed', error),
  })
  const log = createPageLog({ fetch, currentToken: session.current })
  const suspectVersion = watchVersion({ fetch, now, log }, () => store.dispatch(versionOutdated()))
  const drafts = createDraftStore({
    storage: getBrowserStorage('sessionStorage'),
    now,
    onTaken: () => store.dispatch(toastShown('success', 'drafts.restored')),
  })
  const observe = (...failure: Parameters<ReturnType<typeof createFailureObserver>>) => observer(...failure)
  const transport = {
    fetch,
    tokens: session,
    atHand: (url: string) => takeDocumentAnswer(first, url, pageTime),
    observe,
    language: () => document.documentElement.lang,
  }
  const call = createApiCall(transport)
  const { store, listeners } = createStoreOfPage({ brand, navigate }, { call, log, now })
  if (hasSessionAnswers(first)) store.dispatch(sessionLetIn())
  else if (isSessionExpected) store.dispatch(sessionExpected())
  openDraftsOnReturn(listeners, drafts)
  const interruptions = createInterruptionHandler({
    store,
    drafts,
    navigate,
    address: () => window.location.href,
    reload: () => window.location.reload(),
    isLeaving,
  })
  const observer = createFailureObserver({ log, interruptions, suspectVersion })
  const openPages = createOpenPageTracker(channelOfPages(), createRandomId(), () => {
    session.end()
    sessionChanged({ kind: 'signed-out' })
  })
  reloadListOnReturn({ window, document, now }, store)
  const live = createLiveEffects({ store, listeners, session, log, window, now, connect: connectAfterFirstPaint })
  startFreshnessUpdates({ store, now })

  function sessionChanged(change: SessionChange): void {
    const wasSignedIn = selectIsSignedIn(store.getState())
    store.dispatch(change.kind === 'signed-in' ? signedIn() : signedOut())
    live.sessionChanged(change)
    if (change.kind === 'signed-out') void leave()
    if (wasSignedIn && change.kind === 'signed-out') interruptions.sessionEnded()
  }

  /**
   * Deletes the token and the drafts, and informs the other pages of this browser. `clearBrowserData` deletes the other
   * stored data.
   */
  const endSession = () => {
    session.end()
    store.dispatch(signedOut())
    drafts.clear()
    openPages.reportSignOut()
  }
  const leave = () =>
    clearBrowserData().catch((error: unknown) =>
      log.warn('Data of the session could not be deleted from this browser', error),
    )
  const page = {
    session,
    log,
    call,
    openFile: createFileOpener(transport),
    ...createEffectLoaders(store, listeners),
    fetch,
    endSession,
    clearBrowserData: leave,
    store,
    live,
    drafts,
    interruptions,
    openPages,
  }
  watchPage(page)
  return page
}

/** Creates the store and its effects. */
function createStoreOfPage(
  { brand, navigate }: AppServiceDependencies,
  { call, log, now }: Pick<AppServices, 'call' | 'log'> & { now: () => number },
) {
  const listeners = createEffects({
    log,
    navigate,
    ...analyticsOf(brand),
    tabStorage: getBrowserStorage('sessionStorage'),
    emit: (signal) => window.dispatchEvent(new Event(signal)),
  })
  const invitation = readStoredInvitation(getBrowserStorage('sessionStorage'))
  const calls = { call, brandId: brand.id, now, isOffline: () => !navigator.onLine }
  return { store: createStore({ calls, listeners, invitation }), listeners }
}

/**
 * Opens the channel to the other pages of this browser. If the browser blocks storage, the channel carries no messages.
 */
function channelOfPages(): PageChannel {
  try {
    return new BroadcastChannel('portal-pages')
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return { postMessage: () => undefined, addEventListener: () => undefined }
  }
}

/**
 * Returns a `fetch` that sends no request while another document is loading. That document may have a new session: the
 * server would refuse the request with the old session, and its answer would delete the new cookie.
 */
function fetchUnless(isLeaving: () => boolean, fetch: Fetch): Fetch {
  return async (url, init) => {
    if (isLeaving()) throw new TypeError('The page is about to be replaced')
    return fetch(url, init)
  }
}

/**
 * Returns a function that compares this build with the server's build. The comparison also starts if a part of the page
 * is missing.
 */
function watchVersion(
  { fetch, now, log }: Pick<AppServices, 'fetch' | 'log'> & { now: () => number },
  onOutdated: () => void,
): () => void {
  const suspectVersion = createVersionCheck({ fetch, now, ownScripts: scriptsOf(document), onOutdated, warn: log.warn })
  listenForMissingParts(window, suspectVersion)
  return suspectVersion
}

function scriptsOf(page: Document): string[] {
  return [...page.querySelectorAll('script[src^="/assets/"]')].map((script) => script.getAttribute('src') ?? '')
}

function analyticsOf({ privacyCookie }: BrandSettings) {
  return createAnalytics({ privacyCookie, cookies: () => document.cookie, dataLayer: () => window.dataLayer })
}

/** Logs uncaught errors, drops the subscriptions when the page closes, and renews them when it returns. */
function watchPage({ session, log, fetch, store, openPages }: AppServices): void {
  logUncaughtErrors(window, log)
  dropSubscriptionsOnLeaving({
    window,
    fetch,
    openPages,
    token: session.current,
    onReturn: () => {
      session.renew().catch((error: unknown) => log.warn('Renewing the session failed', error))
      void store.dispatch(replaceAllSubscriptions(selectApplianceIds(store.getState())))
    },
    flush: log.flush,
  })
}

const idleTimeoutMs = 2_000

/** Resolves once the browser is idle, at the latest after 2 s. */
export function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => void runWhenIdle(() => resolve(), idleTimeoutMs))
}

async function connectAfterFirstPaint() {
  await waitUntilIdle()
  return connectEventBus(window.location.origin)
}

/**
 * The time after `beforeunload` during which the page counts as leaving, in ms. After this time the page counts as
 * staying: the person may have cancelled, or the next document did not arrive.
 */
const leaveTimeoutMs = 10_000

/** Returns a function that returns whether the browser began to load another document in the last 10 s. */
function watchLeaving(page: Window): () => boolean {
  let leftAt = -Infinity
  page.addEventListener('beforeunload', () => {
    leftAt = performance.now()
  })
  return () => performance.now() - leftAt < leaveTimeoutMs
}
