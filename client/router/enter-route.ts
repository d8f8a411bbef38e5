import type { ReactNode } from 'react'
import type { NavigationTarget, GuardAnswer, PageRoute, RouteArea, RouteMatch } from './route.ts'

/**
 * The routes and areas that the person has entered: their guards have passed. A route or area whose guard failed is not
 * included, so that its guard runs again.
 */
export type EnteredRoutes = ReadonlySet<PageRoute | RouteArea>

/** The shown route, and the routes and areas that were entered for it. */
export type CurrentRoute = { match: RouteMatch; entered: EnteredRoutes }

export type RouteEntryOutcome =
  | { kind: 'redirect'; to: string; reloads: boolean }
  | { kind: 'failed'; error: unknown; entered: EnteredRoutes }
  | { kind: 'entered'; entered: EnteredRoutes }

/** Loads and caches the elements of routes. `isAtHand`: whether the element of a route is already loaded. */
export type RouteLoader = {
  isAtHand(route: PageRoute): boolean
  load(route: PageRoute): Promise<void>
  elementOf(route: PageRoute): ReactNode
}

export function createRouteLoader(): RouteLoader {
  const loadedPages = new Map<PageRoute, ReactNode>()
  return {
    isAtHand: (route) => route.load === undefined || loadedPages.has(route),
    async load(route) {
      if (route.load && !loadedPages.has(route)) loadedPages.set(route, await route.load())
    },
    elementOf: (route) => loadedPages.get(route) ?? route.element,
  }
}

/** Returns the entered areas and routes that the next route shares with the current one. */
export function findSharedEntries({ match, entered }: CurrentRoute, { route }: RouteMatch): EnteredRoutes {
  const isSame = match.route === route
  return new Set([...entered].filter((each) => each === route.area || (isSame && each === route)))
}

/** Returns the area and the route whose guards must run for the next location. */
export function findGuardsToRun(current: CurrentRoute, next: RouteMatch): readonly (PageRoute | RouteArea)[] {
  const { route, params } = next
  const { area, enter: guard, isOther } = route
  const before = findSharedEntries(current, next)
  const isNewArea = area !== undefined && !before.has(area)
  const isNew = guard !== undefined && (!before.has(route) || (isOther?.(current.match.params, params) ?? true))
  return [...(isNewArea ? [area] : []), ...(isNew ? [route] : [])]
}

/**
 * `before`: the areas and routes that stay entered. `toEnter`: the areas and routes whose guards run. All guards start
 * at the same time.
 */
export type RouteEntryAttempt = {
  before: EnteredRoutes
  toEnter: readonly (PageRoute | RouteArea)[]
  arrival: NavigationTarget
}

/**
 * Runs the guards of a route, and loads the route's code at the same time. If several guards redirect, the last
 * redirect applies.
 */
export async function enterRoute(
  load: () => Promise<void>,
  { before, toEnter, arrival }: RouteEntryAttempt,
): Promise<RouteEntryOutcome> {
  const answers = toEnter.map(async (each) => (await each.enter?.(arrival)) ?? null)
  const [part, ...guards] = await Promise.allSettled([load(), ...answers])
  const redirect = guards.map(answerOf).findLast((each) => each !== null)
  if (redirect) return { kind: 'redirect', to: redirect.to, reloads: redirect.reloads === true }
  const passedEntries = toEnter.filter((_, index) => guards[index]?.status === 'fulfilled')
  const enteredEntries = new Set([...before, ...passedEntries])
  const failure = [...guards, part].find((each) => each.status === 'rejected')
  return failure
    ? { kind: 'failed', error: failure.reason, entered: enteredEntries }
    : { kind: 'entered', entered: enteredEntries }
}

function answerOf(promiseSettledResult: PromiseSettledResult<GuardAnswer>): GuardAnswer {
  return promiseSettledResult.status === 'fulfilled' ? promiseSettledResult.value : null
}
