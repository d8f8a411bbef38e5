import type { ReactNode } from 'react'
import type { PageHistory, PageLocation } from './page-history.ts'
import { type EnteredRoutes, createRouteLoader, findGuardsToRun, findSharedEntries, enterRoute } from './enter-route.ts'
import { createLeaveQuestion, type LeaveQuestion, type LeaveState } from './leave-question.ts'
import { matchRoute, type PageRoute, type RouteMatch } from './route.ts'

/** How the person reached the location. Back, Forward and the first load count as 'pop'. */
export type NavigationKind = 'pop' | 'push' | 'replace'

/** The shown route, an error, or `waiting` until the first route can be shown. */
export type ShownRoute = { location: PageLocation; by: NavigationKind; match: RouteMatch } & (
  | { kind: 'waiting' }
  | { kind: 'there'; element: ReactNode }
  | { kind: 'failed'; error: unknown }
)

/** `isChanging` is true while the next route is loading or its guards run; the current route stays visible. */
export type RouterState = { shown: ShownRoute; isChanging: boolean; leaving: LeaveState }

/** The options of a navigation. `state` is stored with the history entry. */
export type NavigationOptions = { replace?: boolean; state?: unknown }

export type Router = {
  state(): RouterState
  /** Calls `listen` after each change of the state. Returns a function that unsubscribes. */
  subscribe(listen: () => void): () => void
  /**
   * Navigates to an address. A relative address is resolved against the current location. Resolves when the route is
   * shown, or when the question before leaving is shown.
   */
  navigate(address: string, entering?: NavigationOptions): Promise<void>
  askBefore: LeaveQuestion['askBefore']
}

export type RouterDependencies = {
  routes: readonly PageRoute[]
  history: PageHistory
  /**
   * Leaves the app and loads a path of the server as a document. `replaces`: whether the document replaces the
   * current history entry.
   */
  leaveFor(path: string, replaces: boolean): void
}

/**
 * Creates the router. The router shows a route when the route's guards have passed and its code is loaded; until then
 * the current route stays. A newer navigation replaces a pending one. Specification 2.1.
 */
export function createRouter({ routes, history, leaveFor }: RouterDependencies): Router {
  const listeners = new Set<() => void>()
  const code = createRouteLoader()
  let enteredRoutes: EnteredRoutes = new Set()
  /** The number of the newest navigation. The router ignores the results of earlier navigations. */
  let newest = 0
  /**
   * Called when the browser has returned to the entry that the person is still on; null while the browser is not
   * returning.
   */
  let cameBack: (() => void) | null = null
  const first = history.location()
  let state: RouterState = {
    shown: { kind: 'waiting', location: first, by: 'pop', match: matchRoute(routes, first.pathname) },
    isChanging: false,
    leaving: { kind: 'free' },
  }

  const question = createLeaveQuestion({
    leaving: () => state.leaving,
    show: (leaveState) => update({ leaving: leaveState }),
  })

  function update(changes: Partial<RouterState>): void {
    state = { ...state, ...changes }
    for (const listen of listeners) listen()
  }

  function show(shownRoute: ShownRoute): void {
    if (shownRoute.by === 'push') history.push(shownRoute.location)
    // If a guard redirects after the Back button, replaces the entry. Otherwise each further press of Back would lead
    // to the same redirect.
    else if (shownRoute.location.key !== history.location().key) history.replace(shownRoute.location)
    update({ shown: shownRoute, isChanging: false, leaving: { kind: 'free' } })
  }

  async function goTo(location: PageLocation, by: NavigationKind): Promise<void> {
    newest += 1
    const { shown } = state
    if (shown.kind !== 'waiting' && isOtherHashOnly(shown.location, location)) return show({ ...shown, location, by })
    return enter({ location, by, match: matchRoute(routes, location.pathname) })
  }

  async function enter(comingRoute: Pick<ShownRoute, 'location' | 'by' | 'match'>): Promise<void> {
    const mine = newest
    const { location, by, match } = comingRoute
    const { route, params } = match
    const current = { match: state.shown.match, entered: enteredRoutes }
    const before = findSharedEntries(current, match)
    const toEnter = findGuardsToRun(current, match)
    if (toEnter.length === 0 && code.isAtHand(route)) {
      enteredRoutes = before
      return show({ ...comingRoute, kind: 'there', element: code.elementOf(route) })
    }
    if (state.shown.kind !== 'waiting') update({ isChanging: true })
    const arrival = { url: history.urlOf(location), params }
    const outcome = await enterRoute(async () => code.load(route), { before, toEnter, arrival })
    if (mine !== newest) return undefined
    if (outcome.kind === 'redirect') return follow(outcome, by)
    enteredRoutes = outcome.entered
    if (outcome.kind === 'failed') return show({ ...comingRoute, kind: 'failed', error: outcome.error })
    return show({ ...comingRoute, kind: 'there', element: code.elementOf(route) })
  }

  function follow({ to, reloads }: { to: string; reloads: boolean }, by: NavigationKind): Promise<void> | void {
    if (reloads) return leaveFor(to, by !== 'push')
    const isFirst = by === 'pop' && state.shown.kind === 'waiting'
    return goTo(history.locationAt(to, state.shown.location), isFirst ? 'replace' : by)
  }

  async function navigate(address: string, { replace = false, state: said }: NavigationOptions = {}): Promise<void> {
    const location = history.locationAt(address, state.shown.location, said)
    const by = replace ? 'replace' : 'push'
    if (question.mustAsk()) return question.ask(() => void goTo(location, by))
    return goTo(location, by)
  }

  /**
   * Handles Back and Forward. The browser has already changed the entry, so the router restores the previous entry
   * before it asks the question.
   */
  function popped(location: PageLocation, delta: number | null): void {
    if (cameBack) {
      cameBack()
      cameBack = null
    } else if (delta !== null && question.mustAsk()) {
      const isBack = new Promise<void>((resolve) => {
        cameBack = resolve
      })
      history.go(-delta)
      question.ask(() => void isBack.then(() => history.go(delta)))
    } else void goTo(location, 'pop')
  }

  history.onPop(popped)
  void goTo(first, 'pop')
  return {
    state: () => state,
    subscribe(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    navigate,
    askBefore: question.askBefore,
  }
}

function isOtherHashOnly(from: PageLocation, to: PageLocation): boolean {
  return from.pathname === to.pathname && from.search === to.search && to.hash !== ''
}
