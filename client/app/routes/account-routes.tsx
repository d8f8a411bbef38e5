import type { PageRoute } from '#client/router/route.ts'
import type { PageRouteDependencies } from './route-dependencies.ts'
import { importRarePageLoaders, handleWithTitle } from './route-helpers.tsx'

export function createTermsRoutes(dependencies: PageRouteDependencies): PageRoute[] {
  const route = {
    handle: handleWithTitle('terms.title'),
    enter: dependencies.guards.enterTerms,
    load: async () => (await importRarePageLoaders()).loadTermsPage(dependencies),
  }
  return [
    { path: 'accept-tos', ...route },
    { path: 'external-accept-tos', ...route },
  ]
}

export function createAccountRoutes(dependencies: PageRouteDependencies): PageRoute[] {
  const { guards } = dependencies
  return [
    {
      path: 'account',
      handle: handleWithTitle('account.title'),
      enter: guards.enterAccount,
      load: async () => (await importRarePageLoaders()).loadAccountPage(dependencies),
    },
    {
      path: 'account-add',
      handle: handleWithTitle('account.add.title'),
      enter: guards.enterAccountAdd,
      load: async () => (await importRarePageLoaders()).loadAccountAddPage(dependencies),
    },
    {
      path: 'info',
      handle: handleWithTitle('info.title'),
      enter: guards.enterInfo,
      load: async () => (await importRarePageLoaders()).loadInfoPage(dependencies),
    },
  ]
}

export function createNoticesRoute(dependencies: PageRouteDependencies): PageRoute {
  return {
    path: 'notices',
    handle: handleWithTitle('notices.title'),
    enter: dependencies.guards.enterAccount,
    load: async () => (await importRarePageLoaders()).loadNoticesPage(dependencies),
  }
}
