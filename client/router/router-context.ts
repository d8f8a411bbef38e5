import { createContext, use, useEffect, useMemo } from 'react'
import type { PageLocation } from './page-history.ts'
import type { PathParams, RouteMatch } from './route.ts'
import type { LeaveState } from './leave-question.ts'
import type { NavigationKind, Router, RouterState, ShownRoute } from './router.ts'

/** The functions of the router that components use. */
export type RouterActions = Pick<Router, 'navigate' | 'askBefore'>

export const RouterContext = createContext<RouterActions | null>(null)

export const RouterStateContext = createContext<Omit<RouterState, 'shown'> | null>(null)

/**
 * The shown route. It is separate from the router's state, so that components do not render while the next route loads.
 */
export const ShownRouteContext = createContext<ShownRoute | null>(null)

export const RouteErrorContext = createContext<unknown>(undefined)

function requireValue<Value>(value: Value | null): Value {
  if (value === null) throw new Error('There is no router around it.')
  return value
}

export function useShownRoute(): ShownRoute {
  return requireValue(use(ShownRouteContext))
}

export function useRouterState(): Omit<RouterState, 'shown'> {
  return requireValue(use(RouterStateContext))
}

/** Returns the error of the route that failed to load or to render. */
export function useRouteError(): unknown {
  return use(RouteErrorContext)
}

/** Returns the location of the shown route, not of a route that is still loading. */
export function useLocation(): PageLocation {
  return useShownRoute().location
}

export function useNavigationKind(): NavigationKind {
  return useShownRoute().by
}

export function useRouteMatch(): RouteMatch {
  return useShownRoute().match
}

export function usePathParams(): PathParams {
  return useRouteMatch().params
}

/** Returns the query of the address. While the query does not change, returns the same object. */
export function useSearchParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** Returns the function that navigates to an address of the app. Each rendering gets the same function. */
export function useNavigate(): Router['navigate'] {
  return requireValue(use(RouterContext)).navigate
}

/**
 * Asks for confirmation before the person leaves the page if `mustAsk` returns true. `mustAsk` must be the same
 * function at each rendering. Returns the state of the question.
 */
export function useLeaveQuestion(mustAsk: () => boolean): LeaveState {
  const { askBefore } = requireValue(use(RouterContext))
  useEffect(() => askBefore(mustAsk), [askBefore, mustAsk])
  return useRouterState().leaving
}
