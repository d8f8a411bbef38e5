import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { BrandSettings } from '#brands/brand.ts'
import { TextProvider } from '#client/i18n/text-provider.tsx'
import { createTranslation, loadCatalog, type Translation } from '#client/i18n/translation.ts'
import { KeptDraftsContext } from '#client/kept-drafts.ts'
import { logOut } from '#client/sign-in/logout.ts'
import { connectPage, type PageConnections } from './connect-page.ts'
import { createGuards } from './guards.ts'
import { createRoutes } from './routes.tsx'
import { toastShown } from './toasts-slice.ts'
import { discardAll } from './unsaved-forms.tsx'

export type StartParts = { brand: BrandSettings; root: Element | null }

/** Puts the page together and shows it. */
export async function startPage({ brand, root }: StartParts): Promise<void> {
  if (!root) throw new Error('The page has no element to stand in: #root is missing.')
  const page = connectPage({ brand, navigate: (path, entering) => void router.navigate(path, entering) })
  // The token is on its way while the texts are loaded; a failure comes back where a guard asks for it.
  page.session.token().catch(() => undefined)
  const translation = await readTexts()
  const router = createPageRouter(brand, page)
  createRoot(root, {
    onUncaughtError: (error) => page.log.error('The page broke', error),
    onCaughtError: (error) => page.log.error('A part of the page broke', error),
  }).render(
    <Provider store={page.store}>
      <TextProvider translation={translation}>
        <KeptDraftsContext value={page.drafts}>
          <RouterProvider router={router} />
        </KeptDraftsContext>
      </TextProvider>
    </Provider>,
  )
}

function readTexts(): Promise<Translation> {
  return createTranslation({
    load: loadCatalog,
    keeping: window.localStorage,
    wishes: navigator.languages,
    onLanguage: (language) => {
      document.documentElement.lang = language
    },
  })
}

function createPageRouter(brand: BrandSettings, page: PageConnections) {
  const { session, store, log, call, openFile, loadExports, fetch, live, interruptions, endSession } = page

  function leaveFor(location: string): void {
    discardAll(store)
    window.location.assign(location)
  }

  function notLoggedOut(error: unknown): boolean {
    log.error('Logging out failed', error)
    store.dispatch(toastShown('failure', 'toast.logout-failed'))
    return false
  }

  return createBrowserRouter(
    createRoutes({
      brand,
      log,
      fetch,
      openFile,
      loadExports,
      interruptions,
      guards: createGuards({
        session,
        store,
        address: () => window.location.href,
        language: () => document.documentElement.lang,
      }),
      logOut: () => logOut({ call, fetch, live, endSession, leaveFor, warn: log.warn }).then(() => true, notLoggedOut),
    }),
  )
}
