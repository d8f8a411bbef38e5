import { createContext, use, useEffect, useMemo } from 'react'
import type { PagePlace } from './page-history.ts'
import type { PathParams, RouteMatch } from './route.ts'
import type { ArrivedBy, Leaving, Router, RouterState, ShownRoute } from './router.ts'

/** As much of a router as those who are shown by it need. */
export type RouterWays = Pick<Router, 'navigate' | 'askBefore'>

export const RouterContext = createContext<RouterWays | null>(null)

export const RouterStateContext = createContext<Omit<RouterState, 'shown'> | null>(null)

/** Apart from the state, so that who reads it is not drawn anew while the next route is on its way. */
export const ShownRouteContext = createContext<ShownRoute | null>(null)

export const RouteErrorContext = createContext<unknown>(undefined)

function there<Value>(value: Value | null): Value {
  if (value === null) throw new Error('There is no router around it.')
  return value
}

export function useShownRoute(): ShownRoute {
  return there(use(ShownRouteContext))
}

export function useRouterState(): Omit<RouterState, 'shown'> {
  return there(use(RouterStateContext))
}

/** Why the route is not shown. */
export function useRouteError(): unknown {
  return use(RouteErrorContext)
}

/** Where the page is. */
export function usePlace(): PagePlace {
  return useShownRoute().place
}

export function useArrivedBy(): ArrivedBy {
  return useShownRoute().by
}

export function useRouteMatch(): RouteMatch {
  return useShownRoute().match
}

export function usePathParams(): PathParams {
  return useRouteMatch().params
}

/** The query of the address; the same object as long as the query is the same. */
export function useSearch(): URLSearchParams {
  const { search } = usePlace()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** Goes to an address of the page; the same function as long as the page stands. */
export function useNavigate(): Router['navigate'] {
  return there(use(RouterContext)).navigate
}

/** Asks before the page is left for another place; `mustAsk` has to stay the same. */
export function useLeaving(mustAsk: () => boolean): Leaving {
  const { askBefore } = there(use(RouterContext))
  useEffect(() => askBefore(mustAsk), [askBefore, mustAsk])
  return useRouterState().leaving
}
