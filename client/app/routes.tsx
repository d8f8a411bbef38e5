import { redirect, type RouteObject } from 'react-router'
import { ErrorPage } from '#client/errors/error-page.tsx'
import { NotFoundPage } from '#client/errors/not-found-page.tsx'
import type { MessageId } from '#client/i18n/text.ts'
import { AuthCompletePage } from '#client/sign-in/auth-complete-page.tsx'
import { AuthFailedPage } from '#client/sign-in/auth-failed-page.tsx'
import { UnauthorizedPage } from '#client/sign-in/unauthorized-page.tsx'
import { AppliancesRoute } from './appliances-route.tsx'
import type { PageParts } from './page-parts.ts'
import { FirstLoad, Root, RouteFailed } from './root.tsx'
import type { RouteHandle } from './route-title.ts'

/** Every path of the page with its guards. Specification 2.1. */
export function createRoutes(parts: PageParts): RouteObject[] {
  return [
    {
      element: <Root parts={parts} />,
      hydrateFallbackElement: <FirstLoad parts={parts} />,
      children: [
        {
          errorElement: <RouteFailed parts={parts} />,
          children: [
            { index: true, loader: () => redirect('/appliances') },
            ...applianceRoutes(parts),
            ...accountRoutes(parts),
            ...signInRoutes(parts),
            ...errorRoutes(parts),
          ],
        },
      ],
    },
  ]
}

function applianceRoutes({ brand, guards }: PageParts): RouteObject[] {
  const list = <AppliancesRoute brand={brand} />
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
          lazy: lazyDataExport,
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
    { path: 'external', loader: () => redirect('/appliances') },
    { path: 'controller', loader: () => redirect('/appliances') },
  ]
}

async function lazyAdd(brand: PageParts['brand']) {
  const { AddAppliancePage } = await import('#client/appliances/add/add-appliance-page.tsx')
  return { element: <AddAppliancePage brand={brand} /> }
}

async function lazyDataExport() {
  const { DataExportPage } = await import('#client/appliances/data-export/data-export-page.tsx')
  return { element: <DataExportPage /> }
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
      path: 'info',
      handle: titled('info.title'),
      loader: guards.signedIn,
      lazy: async () => {
        const { InfoPage } = await import('#client/info/info-page.tsx')
        return { element: <InfoPage brand={brand} privacyWidget={window.privacyWidget} /> }
      },
    },
  ]
}

function signInRoutes({ brand }: PageParts): RouteObject[] {
  return [
    { path: 'auth-failed', handle: titled('sign-in.failed'), element: <AuthFailedPage /> },
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
