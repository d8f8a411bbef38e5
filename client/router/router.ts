import type { ReactNode } from 'react'
import type { PageHistory, PageLocation } from './page-history.ts'
import { type Arrival, type GuardAnswer, matchRoute, type PageRoute, type RouteArea, type RouteMatch } from './route.ts'

/** How the location was reached: back, forward, and the first load are 'pop'. */
export type ArrivedBy = 'pop' | 'push' | 'replace'

/** The shown route: none while the first one is guarded and loaded, a route, or an error. */
export type ShownRoute = { location: PageLocation; by: ArrivedBy; match: RouteMatch } & (
  | { kind: 'waiting' }
  | { kind: 'there'; element: ReactNode }
  | { kind: 'failed'; error: unknown }
)

/** Whether a confirmation is needed before leaving the page, is shown, or was just given. */
export type Leaving = { kind: 'free' } | { kind: 'asked'; leave(): void; stay(): void } | { kind: 'agreed' }

/** `isChanging`: the next route is being guarded and loaded while the current one is shown. */
export type RouterState = { shown: ShownRoute; isChanging: boolean; leaving: Leaving }

/** Options of a navigation; `state` is stored with the entry. */
export type Entering = { replace?: boolean; state?: unknown }

export type Router = {
  state(): RouterState
  /** Calls `listen` after each change of the state; returns a function that unsubscribes. */
  subscribe(listen: () => void): () => void
  /**
   * Navigates to an address, relative to the current location. Resolves once it is shown, or the person is asked to
   * confirm.
   */
  navigate(address: string, entering?: Entering): Promise<void>
  /** Calls `mustAsk` before each leaving. Returns a function that removes it. */
  askBefore(mustAsk: () => boolean): () => void
}

export type RouterDependencies = {
  routes: readonly PageRoute[]
  history: PageHistory
  /** Leaves the page for a path of the server. */
  leaveFor(path: string, replaces: boolean): void
}

/** The guards that passed and the parts that were loaded; failed ones run again on the next visit. */
type Entered = ReadonlySet<PageRoute | RouteArea>

/** The result of entering a route. */
type Outcome =
  | { kind: 'redirect'; to: string; reloads: boolean }
  | { kind: 'failed'; error: unknown; entered: Entered }
  | { kind: 'entered'; entered: Entered }

/**
 * Shows a route once its guards have passed and its code is loaded; until then the current one stays. A newer
 * navigation replaces a pending one. Specification 2.1.
 */
export function createRouter({ routes, history, leaveFor }: RouterDependencies): Router {
  const listeners = new Set<() => void>()
  const loaded = new Map<PageRoute, ReactNode>()
  let asks: (() => boolean) | null = null
  let entered: Entered = new Set()
  /** The number of the newest navigation; only that one is shown. */
  let newest = 0
  /** Resolves when the browser has returned to the entry that was not left. */
  let cameBack: (() => void) | null = null
  const first = history.location()
  let state: RouterState = {
    shown: { kind: 'waiting', location: first, by: 'pop', match: matchRoute(routes, first.pathname) },
    isChanging: false,
    leaving: { kind: 'free' },
  }

  function update(changes: Partial<RouterState>): void {
    state = { ...state, ...changes }
    for (const listen of listeners) listen()
  }

  function show(shown: ShownRoute): void {
    if (shown.by === 'push') history.push(shown.location)
    // If a guard redirects after Back, the entry is replaced; otherwise Back would return to it forever.
    else if (shown.location.key !== history.location().key) history.replace(shown.location)
    update({ shown, isChanging: false, leaving: { kind: 'free' } })
  }

  async function goTo(location: PageLocation, by: ArrivedBy): Promise<void> {
    newest += 1
    const { shown } = state
    if (shown.kind !== 'waiting' && isOtherHashOnly(shown.location, location)) return show({ ...shown, location, by })
    return enter({ location, by, match: matchRoute(routes, location.pathname) })
  }

  async function enter(coming: Pick<ShownRoute, 'location' | 'by' | 'match'>): Promise<void> {
    const mine = newest
    const { location, by, match } = coming
    const { route, params } = match
    const toEnter = guarded(match)
    const isAtHand = route.load === undefined || loaded.has(route)
    if (toEnter.length === 0 && isAtHand) {
      entered = kept(match)
      return show({ ...coming, kind: 'there', element: elementOf(route) })
    }
    if (state.shown.kind !== 'waiting') update({ isChanging: true })
    const outcome = await outcomeOf(match, toEnter, { url: history.urlOf(location), params })
    if (mine !== newest) return undefined
    if (outcome.kind === 'redirect') return follow(outcome, by)
    entered = outcome.entered
    if (outcome.kind === 'failed') return show({ ...coming, kind: 'failed', error: outcome.error })
    return show({ ...coming, kind: 'there', element: elementOf(route) })
  }

  /** The guards of the area and of the route that have to run. */
  function guarded(match: RouteMatch): readonly (PageRoute | RouteArea)[] {
    const { route, params } = match
    const { area, enter: guard, isOther } = route
    const before = kept(match)
    const isNewArea = area !== undefined && !before.has(area)
    const isNew = guard !== undefined && (!before.has(route) || (isOther?.(state.shown.match.params, params) ?? true))
    return [...(isNewArea ? [area] : []), ...(isNew ? [route] : [])]
  }

  /** The guards and parts that the next route shares with the current one. */
  function kept({ route }: RouteMatch): Entered {
    const isSame = state.shown.match.route === route
    return new Set([...entered].filter((each) => each === route.area || (isSame && each === route)))
  }

  async function outcomeOf(
    match: RouteMatch,
    toEnter: readonly (PageRoute | RouteArea)[],
    arrival: Arrival,
  ): Promise<Outcome> {
    // All guards start at once, the area's first.
    const answers = toEnter.map(async (each) => (await each.enter?.(arrival)) ?? null)
    const [part, ...guards] = await Promise.allSettled([load(match.route), ...answers])
    const redirect = guards.map(answerOf).findLast((each) => each !== null)
    if (redirect) return { kind: 'redirect', to: redirect.to, reloads: redirect.reloads === true }
    const passed = toEnter.filter((_, index) => guards[index]?.status === 'fulfilled')
    const nowEntered = new Set([...kept(match), ...passed])
    const failure = [...guards, part].find((each) => each.status === 'rejected')
    if (failure) return { kind: 'failed', error: failure.reason, entered: nowEntered }
    return { kind: 'entered', entered: nowEntered }
  }

  async function load(route: PageRoute): Promise<void> {
    if (route.load && !loaded.has(route)) loaded.set(route, await route.load())
  }

  function elementOf(route: PageRoute): ReactNode {
    return loaded.get(route) ?? route.element
  }

  function follow({ to, reloads }: { to: string; reloads: boolean }, by: ArrivedBy): Promise<void> | void {
    if (reloads) return leaveFor(to, by !== 'push')
    const isFirst = by === 'pop' && state.shown.kind === 'waiting'
    return goTo(history.locationAt(to, state.shown.location), isFirst ? 'replace' : by)
  }

  function mustAsk(): boolean {
    return state.leaving.kind !== 'agreed' && asks?.() === true
  }

  function ask(leave: () => void): void {
    const agree = () => {
      update({ leaving: { kind: 'agreed' } })
      leave()
    }
    update({ leaving: { kind: 'asked', leave: agree, stay: () => update({ leaving: { kind: 'free' } }) } })
  }

  async function navigate(address: string, { replace = false, state: said }: Entering = {}): Promise<void> {
    const location = history.locationAt(address, state.shown.location, said)
    const by = replace ? 'replace' : 'push'
    if (mustAsk()) return ask(() => void goTo(location, by))
    return goTo(location, by)
  }

  /** Back and forward have already happened, so the entry is restored before the person is asked. */
  function popped(location: PageLocation, delta: number | null): void {
    if (cameBack) {
      cameBack()
      cameBack = null
    } else if (delta !== null && mustAsk()) {
      const isBack = new Promise<void>((resolve) => {
        cameBack = resolve
      })
      history.go(-delta)
      ask(() => void isBack.then(() => history.go(delta)))
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
    askBefore(mustAskNow) {
      asks = mustAskNow
      return () => {
        if (asks === mustAskNow) asks = null
      }
    },
  }
}

function answerOf(settled: PromiseSettledResult<GuardAnswer>): GuardAnswer {
  return settled.status === 'fulfilled' ? settled.value : null
}

function isOtherHashOnly(from: PageLocation, to: PageLocation): boolean {
  return from.pathname === to.pathname && from.search === to.search && to.hash !== ''
}
