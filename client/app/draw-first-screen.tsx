import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import type { BrandSettings } from '#brands/brand.ts'
import type { FirstScreenDrawer, FirstScreenParameters } from '#contract/first-screen.ts'
import { chooseLanguage } from '#contract/languages.ts'
import { minLongListLength } from '#contract/long-list.ts'
import { loadUser, selectCountry, selectIsAccountComplete, selectUser } from '#client/account/account-slice.ts'
import { createApiCall } from '#client/api-call.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { AppliancesPage } from '#client/appliances/list/appliances-page.tsx'
import { selectAppliances } from '#client/appliances/state/appliances-state.ts'
import { AppShell, type ShellDependencies } from './app-shell.tsx'
import { hasTermsAndCountry } from './guards.ts'
import { createStore, type Store } from './store.ts'
import { lazyUnverifiedEmailCallout } from './lazy-unverified-email-callout.ts'
import { TextProvider } from '#client/i18n/text-provider.tsx'
import { createTranslation, loadSharedTexts } from '#client/i18n/translation.ts'
import { RouterContext, RouterStateContext, ShownRouteContext } from '#client/router/router-context.ts'
import type { ShownRoute } from '#client/router/router.ts'
import { sessionLetIn } from '#client/sign-in/session.ts'
import { loadTermsStatus } from '#client/terms/terms-slice.ts'

/**
 * Draws the first screen on the server: the shell and the list. Returns null if the app would show another screen or a
 * long list, or if the first card has a fault. Specification 2.2, decision 048.
 */
export const drawFirstScreen: FirstScreenDrawer<BrandSettings> = async (screen) => {
  const store = await fill(screen)
  const appliances = selectAppliances(store.getState())
  if (!hasTermsAndCountry(store.getState()) || !selectIsAccountComplete(store.getState())) return null
  if (appliances.length === 0 || appliances.length >= minLongListLength) return null
  // Draws nothing if the first card has a fault. The page loads the texts of faults later, and the card would then
  // grow.
  if (appliances[0]?.fault) return null
  if (selectUser(store.getState())?.unverifiedEmail !== undefined) await lazyUnverifiedEmailCallout.load()
  return { language: chooseLanguage([screen.reader.locale]), markup: await draw(screen, store) }
}

type FirstScreenOfBrand = FirstScreenParameters<BrandSettings>

/**
 * Creates a store from the given answers. It has the same user, terms status and list as the store in the browser
 * after the guards have run.
 */
async function fill({ brand, answers }: FirstScreenOfBrand): Promise<Store> {
  const call = createApiCall({
    fetch: () => Promise.reject(new Error('Nothing is asked while a screen is drawn.')),
    tokens: { token: async () => null, renew: async () => null },
    atHand: (url) => (url in answers ? Promise.resolve(Response.json(answers[url])) : null),
    observe: () => {},
  })
  const store = createStore({
    calls: { call, brandId: brand.id, now: () => Date.now() },
    listeners: { middleware: () => (next) => (action) => next(action) },
    invitation: { kind: 'none' },
  })
  store.dispatch(sessionLetIn())
  await Promise.all([store.dispatch(loadUser()), store.dispatch(loadTermsStatus()), store.dispatch(loadAppliances())])
  return store
}

async function draw({ brand, reader }: FirstScreenOfBrand, store: Store): Promise<string> {
  const translation = await createTranslation({
    load: loadSharedTexts,
    keeping: { getItem: () => null, setItem: () => {} },
    preferred: [reader.locale],
    timeZone: reader.timeZone,
    onLanguage: () => {},
  })
  const never = (): never => {
    throw new Error('Nothing happens while a screen is drawn.')
  }
  const dependencies: ShellDependencies = {
    brand,
    log: { warn: never, error: never, flush: never },
    interruptions: { readTerms: never, loadAgain: never },
    loadNotices: never,
    logOut: never,
  }
  const location = { pathname: '/appliances', search: '', hash: '', key: 'default', state: null }
  const element = <AppliancesPage context={{ brand, userCountry: selectCountry(store.getState()) }} />
  const shownRoute: ShownRoute = {
    kind: 'there',
    location,
    by: 'pop',
    match: { route: { path: 'appliances' }, params: {} },
    element,
  }
  return renderToStaticMarkup(
    <Provider store={store}>
      <TextProvider translation={translation}>
        <RouterContext value={{ navigate: never, askBefore: never }}>
          <RouterStateContext value={{ isChanging: false, leaving: { kind: 'free' } }}>
            <ShownRouteContext value={shownRoute}>
              <AppShell dependencies={dependencies}>
                <div>{element}</div>
              </AppShell>
            </ShownRouteContext>
          </RouterStateContext>
        </RouterContext>
      </TextProvider>
    </Provider>,
  )
}
