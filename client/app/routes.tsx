import type { ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { redirect, type RouteObject, useLocation } from 'react-router'
import type { BrandSettings } from '#brands/brand.ts'
import type { Country } from '#contract/countries.ts'
import { selectCountry } from '#client/account/account-slice.ts'
import type { OpenFile } from '#client/api.ts'
import { AppliancesPage } from '#client/appliances/appliances-page.tsx'
import { ErrorPage, NotFoundPage } from '#client/errors/error-pages.tsx'
import type { MessageId } from '#client/i18n/text.ts'
import { policyTitle } from '#client/legal-documents.ts'
import type { ClientLog } from '#client/logging/client-log.ts'
import { selectIsSessionExpected, selectIsSignedIn } from '#client/sign-in/session.ts'
import { AuthCompletePage, AuthExpiredPage, AuthFailedPage, UnauthorizedPage } from '#client/sign-in/sign-in-pages.tsx'
import type { Guards } from './guards.ts'
import type { Interruptions } from './interruptions.ts'
import { FirstLoad, Root, RouteFailed } from './root.tsx'
import type { RouteHandle } from './route-title.ts'
import type { State } from './store.ts'

/** What the routes are made of; main.tsx puts it together. */
export type PageParts = {
  brand: BrandSettings
  guards: Guards
  log: ClientLog
  fetch(url: string, init: RequestInit): Promise<Response>
  openFile: OpenFile
  interruptions: Pick<Interruptions, 'readTerms' | 'loadAgain'>
  /** Loads the state and the effects of exports; what it answers starts them, once. */
  loadExports(): Promise<() => void>
  /** Ends the session; false, and told, where the portal did not end it. Specification 2.13, "Logout". */
  logOut(): Promise<boolean>
}

/** Every path of the page with its guards. Specification 2.1. */
export function createRoutes(parts: PageParts): RouteObject[] {
  return [
    {
      element: <Root parts={parts} />,
      children: [
        {
          // Within the shell, so that what somebody opens there stays open.
          hydrateFallbackElement: <FirstLoad />,
          errorElement: <RouteFailed parts={parts} />,
          children: [
            { index: true, loader: () => redirect('/appliances') },
            ...applianceRoutes(parts),
            ...termsRoutes(parts),
            ...accountRoutes(parts),
            ...policyRoutes(parts),
            ...signInRoutes(parts),
            ...errorRoutes(parts),
          ],
        },
      ],
    },
  ]
}

function applianceRoutes(parts: PageParts): RouteObject[] {
  const { brand, guards } = parts
  const list = <ApplianceList brand={brand} />
  return [
    {
      path: 'appliances',
      loader: guards.enterAppliances,
      // The list is loaded on entry; within the area it is kept up to date by what happens there.
      shouldRevalidate: () => false,
      children: [
        { index: true, handle: titled('appliances.title'), loader: guards.someAppliances, element: list },
        { path: 'add', handle: titled('add.title'), lazy: () => lazyAdd(brand) },
        {
          path: ':gatewayId/data-export',
          handle: titled('data-export.title'),
          loader: ({ params }) => guards.knownAppliance(params['gatewayId']),
          lazy: () => lazyDataExport(parts),
        },
      ],
    },
    {
      path: 'invite',
      handle: titled('appliances.title'),
      loader: async (arrival) => {
        guards.keepInvitation(arrival)
        return (await guards.enterAppliances(arrival)) ?? guards.someAppliances()
      },
      element: list,
    },
    { path: 'external', loader: async (arrival) => (await guards.signedIn(arrival)) ?? redirect('/appliances') },
    { path: 'controller', loader: () => redirect('/appliances') },
  ]
}

/** Gives a page what it needs of another feature. */
function From<Value>({ select, show }: { select(state: State): Value; show(value: Value): ReactNode }) {
  return show(useSelector(select))
}

function mayBeSignedIn(state: State): boolean {
  return selectIsSignedIn(state) || selectIsSessionExpected(state)
}

function ApplianceList({ brand }: Pick<PageParts, 'brand'>) {
  // Whoever follows a link to the list from the list begins anew, too.
  const { key } = useLocation()
  const userCountry = useSelector(selectCountry)
  return <AppliancesPage key={key} context={{ brand, userCountry }} />
}

async function lazyAdd(brand: PageParts['brand']) {
  const { AddAppliancePage } = await import('#client/appliances/add/add-appliance-page.tsx')
  return { element: <AddAppliancePage brand={brand} /> }
}

async function lazyDataExport({ brand, openFile, loadExports }: PageParts) {
  const [{ DataExportPage }, startExports] = await Promise.all([
    import('#client/appliances/data-export/data-export-page.tsx'),
    loadExports(),
  ])
  // Not before all is there: after a failure the route is loaded again.
  startExports()
  return { element: <DataExportPage openFile={openFile} brand={brand} /> }
}

function termsRoutes({ brand, guards, logOut }: PageParts): RouteObject[] {
  const route = {
    handle: titled('terms.title'),
    loader: guards.enterTerms,
    lazy: async () => {
      const { TermsPage } = await import('#client/terms/terms-page.tsx')
      const show = (userCountry: Country | null) => (
        <TermsPage offered={brand.countries} userCountry={userCountry} onLogOut={logOut} />
      )
      return { element: <From select={selectCountry} show={show} /> }
    },
  }
  return [
    { path: 'accept-tos', ...route },
    { path: 'external-accept-tos', ...route },
  ]
}

function accountRoutes({ brand, guards, log }: PageParts): RouteObject[] {
  return [
    {
      path: 'account',
      handle: titled('account.title'),
      loader: guards.enterAccount,
      lazy: async () => {
        const { AccountPage } = await import('#client/account/account-page.tsx')
        const warn = (error: unknown) => log.warn('The language could not be loaded', error)
        return { element: <AccountPage onLanguageFailed={warn} /> }
      },
    },
    {
      path: 'account-add',
      handle: titled('account.add.title'),
      loader: guards.enterAccountAdd,
      lazy: async () => {
        const { AccountAddPage } = await import('#client/account/account-page.tsx')
        return { element: <AccountAddPage /> }
      },
    },
    {
      path: 'info',
      handle: titled('info.title'),
      loader: guards.enterInfo,
      lazy: async () => {
        const { InfoPage } = await import('#client/info/info-page.tsx')
        const show = (userCountry: Country | null) => <InfoPage userCountry={userCountry} offered={brand.countries} />
        return { element: <From select={selectCountry} show={show} /> }
      },
    },
  ]
}

function policyRoutes({ fetch }: PageParts): RouteObject[] {
  return [
    {
      path: 'policies/:lang/:country/:pagePath',
      handle: { title: ({ pagePath }) => policyTitle(pagePath) } satisfies RouteHandle,
      lazy: async () => {
        const { PolicyPage } = await import('#client/policies/policy-page.tsx')
        const show = (isSignedIn: boolean) => (
          <PolicyPage fetch={fetch} notFound={<NotFoundPage />} isSignedIn={isSignedIn} />
        )
        return { element: <From select={mayBeSignedIn} show={show} /> }
      },
    },
  ]
}

function signInRoutes({ brand }: PageParts): RouteObject[] {
  return [
    { path: 'auth-failed', handle: titled('sign-in.failed'), element: <AuthFailedPage /> },
    { path: 'auth-expired', handle: titled('sign-in.expired'), element: <AuthExpiredPage /> },
    { path: 'auth-complete', handle: titled('sign-in.complete'), element: <AuthCompletePage /> },
    { path: 'unauthorized', handle: titled('sign-in.unauthorized'), element: <UnauthorizedPage brand={brand} /> },
  ]
}

function errorRoutes({ brand }: PageParts): RouteObject[] {
  const notFound = { handle: titled('not-found.title'), element: <NotFoundPage /> }
  return [
    { path: 'error', handle: titled('error.title'), element: <ErrorPage brand={brand} /> },
    { path: 'not-found', ...notFound },
    { path: '*', ...notFound },
  ]
}

function titled(title: MessageId): RouteHandle {
  return { title }
}
