import type { PageRoute } from '#client/router/route.ts'
import { accountRoutes, noticesRoute, termsRoutes } from './account-routes.tsx'
import { applianceRoutes } from './appliance-routes.tsx'
import { helpRoutes } from './help-routes.tsx'
import { errorRoutes, policyRoutes, receiptsRoute, signInRoutes } from './public-routes.tsx'
import type { PageRouteDependencies } from './route-dependencies.ts'

/** Returns all routes of the page with their guards. Specification 2.1. */
export function createRoutes(dependencies: PageRouteDependencies): PageRoute[] {
  return [
    { path: '', enter: () => ({ to: '/appliances' }) },
    ...applianceRoutes(dependencies),
    ...termsRoutes(dependencies),
    ...accountRoutes(dependencies),
    ...helpRoutes(dependencies),
    receiptsRoute(dependencies),
    noticesRoute(dependencies),
    ...policyRoutes(dependencies),
    ...signInRoutes(dependencies),
    ...errorRoutes(dependencies),
  ]
}
