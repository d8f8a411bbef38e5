import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { dayS } from '#contract/durations.ts'
import type { BrandSettings } from '#brands/brand.ts'
import { readerLocaleCookie, encodeReaderLocale } from '#contract/first-screen.ts'
import { toSafeReturnPath } from '#contract/return-path.ts'
import type { ServiceWorkerMessage } from '#contract/service-worker.ts'
import { lazyFaultPanel } from '#client/appliances/lazy-fault-panel.ts'
import { lazyManyAppliances } from '#client/appliances/list/lazy-many-appliances.ts'
import { getBrowserStorage } from '#client/browser-storage.ts'
import { TextProvider } from '#client/i18n/text-provider.tsx'
import { localeOf } from '#client/i18n/language-choice.ts'
import { createTranslation, loadSharedTexts, type Translation } from '#client/i18n/translation.ts'
import { createPageHistory } from '#client/router/page-history.ts'
import { RouterProvider } from '#client/router/router-provider.tsx'
import { createRouter, type Router } from '#client/router/router.ts'
import { addTypeface, isTypefaceCached, readTypeface } from '#client/styles/typeface.ts'
import { DraftStoreContext } from '#client/draft-store.ts'
import { logOut } from '#client/sign-in/logout.ts'
import { selectHasDocumentAnswers } from '#client/sign-in/session.ts'
import { waitUntilIdle, createAppServices, type AppServices } from './app-services.ts'
import { createGuards } from './guards.ts'
import { runWhenIdle } from '#client/interaction/run-when-idle.ts'
import { Root } from './root.tsx'
import { lazyInvitationCallout } from './lazy-invitation-callout.ts'
import type { PageRouteDependencies } from './routes/route-dependencies.ts'
import { createRoutes } from './routes/routes.tsx'
import { toastShown } from './toasts-slice.ts'
import { discardUnsavedForms } from './unsaved-forms.tsx'
import { lazyUnverifiedEmailCallout } from './lazy-unverified-email-callout.ts'

const yearS = 365 * dayS

/** The longest wait for a first route whose data came with the document, in ms. */
const showTimeoutMs = 50
/**
 * The longest wait for the first route while the view that the server drew is visible, in ms. After this time a loading
 * indicator replaces the view.
 */
const drawTimeoutMs = 5_000

export type StartDependencies = { brand: BrandSettings; root: Element | null }

/** Creates the services of the app and renders it. */
export async function startApp({ brand, root }: StartDependencies): Promise<void> {
  if (!root) throw new Error('The page has no element to stand in: #root is missing.')
  const page = createAppServices({
    brand,
    navigate: (path, navigationOptions) => void router.navigate(path, navigationOptions),
  })
  // Requests the token while the texts load. The guard that needs the token reports a failure later.
  page.session.token().catch(() => undefined)
  const translation = await readTexts()
  const dependencies = createRouteDependencies(brand, page, translation)
  const router = createRouter({
    routes: createRoutes(dependencies),
    history: createPageHistory(window),
    leaveFor: leavePage,
  })
  loadTypeface(router)
  // Loads the callout of an invitation before the first rendering, because a callout that appears later would move
  // the content.
  if (page.store.getState().invitation.kind === 'invited') await lazyInvitationCallout.load().catch(() => undefined)
  if (selectHasDocumentAnswers(page.store.getState()))
    await showWithin(router, document.body.dataset['drawn'] === undefined ? showTimeoutMs : drawTimeoutMs)
  createRoot(root, {
    onUncaughtError: (error) => page.log.error('The page broke', error),
    onCaughtError: (error) => page.log.error('A part of the page broke', error),
  }).render(
    <Provider store={page.store}>
      <TextProvider translation={translation}>
        <DraftStoreContext value={page.drafts}>
          <RouterProvider router={router}>
            <Root dependencies={dependencies} />
          </RouterProvider>
        </DraftStoreContext>
      </TextProvider>
    </Provider>,
  )
  prepareForOffline(page, translation).catch((error: unknown) => page.log.warn('Not prepared for offline', error))
  followWorker((path) => void router.navigate(path))
}

/** Navigates to the target of a push message that the person has clicked. The service worker sends the target. */
function followWorker(navigate: (path: string) => void): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<ServiceWorkerMessage>) => {
    if (data.kind === 'open') navigate(toSafeReturnPath(data.path))
  })
}

/** After the page is shown to a signed-in person, registers the service worker and starts to store the last state. */
async function prepareForOffline({ session, store, log }: AppServices, translation: Translation): Promise<void> {
  if ((await session.token()) === null) return
  await waitUntilIdle()
  const { startStoringLastState } = await import('#client/late-part.ts')
  await startStoringLastState({ store, translation, page: document, now: () => Date.now(), warn: log.warn })
}

/**
 * Loads the typeface once the first route is shown and the browser is idle, or immediately if the browser has cached
 * it.
 */
function loadTypeface(router: Router): void {
  const typeface = readTypeface(document)
  const add = () => addTypeface(typeface, document.fonts, getBrowserStorage('localStorage'))
  if (isTypefaceCached(typeface, getBrowserStorage('localStorage'))) return add()
  const isWaiting = () => router.state().shown.kind === 'waiting'
  if (!isWaiting()) return void runWhenIdle(add)
  const stop = router.subscribe(() => {
    if (isWaiting()) return
    stop()
    runWhenIdle(add)
  })
}

/**
 * Waits for the first route, for at most `withinMs`. Until then the person sees the outline, or the view that the
 * server drew. If the route is ready in time, the page renders only once.
 */
async function showWithin(router: Router, withinMs: number): Promise<void> {
  const firstRender = new Promise<void>((resolve) => {
    const stop = router.subscribe(() => {
      if (router.state().shown.kind === 'waiting') return
      stop()
      resolve()
    })
  })
  await Promise.race([firstRender, new Promise((resolve) => setTimeout(resolve, withinMs))])
}

function readTexts(): Promise<Translation> {
  return createTranslation({
    load: loadSharedTexts,
    keeping: getBrowserStorage('localStorage'),
    preferred: navigator.languages,
    onLanguage: (language) => {
      document.documentElement.lang = language
      runWhenIdle(() => storeLocaleCookie(localeOf(language, navigator.languages)))
    },
  })
}

/** Stores the locale and the time zone in a cookie. The server uses both when it draws the next document. */
function storeLocaleCookie(locale: string): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${readerLocaleCookie}=${encodeReaderLocale({ locale, timeZone })}; Path=/; Max-Age=${yearS}; SameSite=Lax${secure}`
}

/** Loads another document of the server. */
function leavePage(path: string, replaces: boolean): void {
  if (replaces) window.location.replace(path)
  else window.location.assign(path)
}

function createRouteDependencies(
  brand: BrandSettings,
  page: AppServices,
  translation: Translation,
): PageRouteDependencies {
  const { session, store, log } = page

  /** Ends the push messages of this browser. The push code is loaded only by this function and by the settings. */
  async function endPushes(): Promise<void> {
    const { findPushFunctions, switchPushOff } = await import('#client/notices/settings/push/push-subscription.ts')
    // Removes only the browser's subscription. The portal deletes its own record with the session; an explicit removal
    // would create a notice.
    await switchPushOff({ browser: findPushFunctions(), remove: async () => undefined })
  }

  function leaveFor(location: string): void {
    discardUnsavedForms(store)
    window.location.assign(location)
  }

  function notLoggedOut(error: unknown): boolean {
    log.error('Logging out failed', error)
    store.dispatch(toastShown('failure', 'toast.logout-failed'))
    return false
  }

  return {
    ...page,
    brand,
    addTexts: translation.extend,
    guards: createGuards({
      session,
      store,
      address: () => window.location.href,
      language: () => document.documentElement.lang,
      areCookiesRefused: () => !navigator.cookieEnabled,
      prepareFaults: async (codes) =>
        lazyFaultPanel.prepare({
          call: page.call,
          extend: translation.extend,
          language: translation.language(),
          codes,
        }),
      loadMany: lazyManyAppliances.load,
      loadUnverifiedEmail: lazyUnverifiedEmailCallout.load,
    }),
    leaveFor,
    logOut: () => logOut({ ...page, endPushes, leaveFor, warn: log.warn }).then(() => true, notLoggedOut),
  }
}
