import type { PageRoute } from '#client/router/route.ts'
import type { PageRouteDependencies } from './route-dependencies.ts'
import { importRarePageLoaders, handleWithTitle } from './route-helpers.tsx'

export function createHelpRoutes(dependencies: PageRouteDependencies): PageRoute[] {
  return [
    {
      path: 'help',
      handle: handleWithTitle('help.title'),
      enter: dependencies.guards.enterHelp,
      load: async () => (await importRarePageLoaders()).loadHelpPage(dependencies),
    },
    {
      path: 'help/accessibility',
      handle: handleWithTitle('accessibility.title'),
      load: async () => (await importRarePageLoaders()).loadAccessibilityPage(dependencies),
    },
  ]
}
