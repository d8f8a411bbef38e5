import { ErrorPage } from '#client/errors/error-page.tsx'
import { legalPageTitleOf } from '#client/legal-documents.ts'
import type { PageRoute } from '#client/router/route.ts'
import { AuthCompletePage, UnauthorizedPage } from '#client/sign-in/sign-in-pages.tsx'
import type { RouteHandle } from '../route-title.ts'
import type { PageRouteDependencies } from './route-dependencies.ts'
import { loadNotFoundPage, importRarePageLoaders, handleWithTitle } from './route-helpers.tsx'

export function createReceiptsRoute(dependencies: PageRouteDependencies): PageRoute {
  return {
    path: 'receipts',
    handle: handleWithTitle('receipts.verify.title'),
    load: async () => (await importRarePageLoaders()).loadReceiptVerificationPage(dependencies),
  }
}

export function createPolicyRoutes(dependencies: PageRouteDependencies): PageRoute[] {
  return [
    {
      path: 'policies/:lang/:country/:pagePath',
      handle: { title: ({ pagePath }) => legalPageTitleOf(pagePath) } satisfies RouteHandle,
      load: async () => (await importRarePageLoaders()).loadPolicyPage(dependencies),
    },
  ]
}

export function createSignInRoutes({ brand }: PageRouteDependencies): PageRoute[] {
  return [
    {
      path: 'auth-failed',
      handle: handleWithTitle('sign-in.failed'),
      load: async () => (await importRarePageLoaders()).loadAuthFailedPage(),
    },
    {
      path: 'auth-expired',
      handle: handleWithTitle('sign-in.expired'),
      load: async () => (await importRarePageLoaders()).loadAuthExpiredPage(),
    },
    { path: 'auth-complete', handle: handleWithTitle('sign-in.complete'), element: <AuthCompletePage /> },
    {
      path: 'unauthorized',
      handle: handleWithTitle('sign-in.unauthorized'),
      element: <UnauthorizedPage brand={brand} />,
      isUrgent: true,
    },
  ]
}

export function createErrorRoutes({ brand }: PageRouteDependencies): PageRoute[] {
  const notFound = { handle: handleWithTitle('not-found.title'), load: loadNotFoundPage }
  return [
    { path: 'error', handle: handleWithTitle('error.title'), element: <ErrorPage brand={brand} /> },
    { path: 'not-found', ...notFound },
    { path: '*', ...notFound },
  ]
}
