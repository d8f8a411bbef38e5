import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { BrandSettings } from '#brands/brand.ts'
import { createAnalytics } from '#client/analytics/analytics.ts'
import '#client/analytics/data-layer.ts'
import { createCall } from '#client/api.ts'
import { refreshSubscriptions } from '#client/appliances/appliance-calls.ts'
import { readInvitation } from '#client/appliances/invitation-slice.ts'
import { selectApplianceIds } from '#client/appliances/select.ts'
import { loadCatalog } from '#client/i18n/catalogs.ts'
import { TextProvider } from '#client/i18n/text-provider.tsx'
import { createTranslation } from '#client/i18n/translation.ts'
import { connectEventBus } from '#client/live/event-bus.ts'
import { logOut } from '#client/sign-in/logout.ts'
import { createSession, type SessionChange } from '#client/sign-in/session.ts'
import { signedIn, signedOut } from '#client/sign-in/session-slice.ts'
import { createEffects } from './effects.ts'
import { createFailureObserver } from './failures.ts'
import { createGuards } from './guards.ts'
import { dropSubscriptionsOnLeaving } from './leaving.ts'
import { createLiveEffects } from './live-effects.ts'
import { watchOpenPages } from './open-pages.ts'
import { createPageLog, logUncaught } from './page-log.ts'
import { createRoutes } from './routes.tsx'
import { createStore } from './store.ts'
import { discardAll } from './unsaved-forms.tsx'

export type StartParts = { brand: BrandSettings; root: Element | null }

/** Puts the page together and shows it. The only place where its parts meet the browser's globals. */
export async function startPage({ brand, root }: StartParts): Promise<void> {
  if (!root) throw new Error('The page has no element to stand in: #root is missing.')

  const fetch: typeof window.fetch = (input, init) => window.fetch(input, init)
  const now = () => Date.now()
  const navigate = (path: string) => void router.navigate(path)

  const session = createSession({
    fetch,
    now,
    onChange: (change) => sessionChanged(change),
    onRenewalFailed: (error) => log.warn('Renewing the session failed', error),
  })
  const log = createPageLog({ fetch, currentToken: session.current })
  const call = createCall({
    fetch,
    tokens: session,
    observe: createFailureObserver({ log, navigate, address: () => window.location.href }),
  })
  const report = createAnalytics({
    cookies: () => document.cookie,
    privacyCookie: brand.privacyCookie,
    dataLayer: () => window.dataLayer,
  })
  const listeners = createEffects({ log, navigate, report, tabStorage: window.sessionStorage })
  const store = createStore({
    effects: { call, brandId: brand.id, now },
    listeners,
    invitation: readInvitation(window.sessionStorage),
  })
  const live = createLiveEffects({
    store,
    session,
    log,
    now,
    connect: () => afterFirstPaint().then(() => connectEventBus(window.location.origin)),
  })

  function sessionChanged(change: SessionChange): void {
    store.dispatch(change.kind === 'signed-in' ? signedIn() : signedOut())
    live.sessionChanged(change)
  }

  function leaveFor(location: string): void {
    discardAll(store)
    window.location.assign(location)
  }

  logUncaught(window, log)
  dropSubscriptionsOnLeaving({
    window,
    openPages: watchOpenPages(new BroadcastChannel('portal-pages'), crypto.randomUUID()),
    token: session.current,
    fetch,
    onReturn: () => void store.dispatch(refreshSubscriptions(selectApplianceIds(store.getState()))),
    flush: log.flush,
  })

  // The token is on its way while the texts are loaded; a failure comes back where a guard asks for it.
  session.token().catch(() => undefined)
  const translation = await createTranslation({
    load: loadCatalog,
    keeping: window.localStorage,
    wishes: navigator.languages,
    onLanguage: (language) => {
      document.documentElement.lang = language
    },
  })

  const router = createBrowserRouter(
    createRoutes({
      brand,
      log,
      guards: createGuards({ session, store }),
      logOut: () => logOut({ call, fetch, stopLive: live.stop, endSession: session.end, leaveFor, warn: log.warn }),
    }),
  )

  createRoot(root, {
    onUncaughtError: (error) => log.error('The page broke', error),
    onCaughtError: (error) => log.error('A part of the page broke', error),
  }).render(
    <Provider store={store}>
      <TextProvider translation={translation}>
        <RouterProvider router={router} />
      </TextProvider>
    </Provider>,
  )
}

const idleWithinMs = 2_000

/** Resolves when the browser has nothing better to do. */
function afterFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: idleWithinMs })
    else setTimeout(resolve, idleWithinMs / 10)
  })
}
