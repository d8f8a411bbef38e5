import type { PageRoute } from '#client/router/route.ts'
import { createAccountRoutes, createNoticesRoute, createTermsRoutes } from './account-routes.tsx'
import { createApplianceRoutes } from './appliance-routes.tsx'
import { createHelpRoutes } from './help-routes.tsx'
import { createErrorRoutes, createPolicyRoutes, createReceiptsRoute, createSignInRoutes } from './public-routes.tsx'
import type { PageRouteDependencies } from './route-dependencies.ts'

/** Returns all routes of the page with their guards. Specification 2.1. */
export function createRoutes(dependencies: PageRouteDependencies): PageRoute[] {
  return [
    { path: '', enter: () => ({ to: '/appliances' }) },
    ...createApplianceRoutes(dependencies),
    ...createTermsRoutes(dependencies),
    ...createAccountRoutes(dependencies),
    ...createHelpRoutes(dependencies),
    createReceiptsRoute(dependencies),
    createNoticesRoute(dependencies),
    ...createPolicyRoutes(dependencies),
    ...createSignInRoutes(dependencies),
    ...createErrorRoutes(dependencies),
  ]
}
