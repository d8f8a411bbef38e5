import type { ReactNode } from 'react'

/** The parameters of a path, decoded. */
export type PathParams = Readonly<Record<string, string | undefined>>

/** A navigation to `url`, absolute and without its hash. */
export type Arrival = { url: string; params: PathParams }

/** The target of a redirect: a path of the page or, with `reloads`, of the server. Null lets the person in. */
export type GuardAnswer = RedirectTo | null

export type RedirectTo = { to: string; reloads?: boolean }

type Guard = (arrival: Arrival) => GuardAnswer | Promise<GuardAnswer>

/** A guard for entries from outside to any route of the area, in addition to that route's own guard. */
export type RouteArea = { enter: Guard }

/** A screen of the page. */
export type PageRoute = {
  /**
   * Its segments without outer slashes: words in any letter case, ':name' for any segment; or only '*' for every
   * path.
   */
  path: string
  /** Data for the component that shows the route. */
  handle?: unknown
  /** Whether the previous screen must not stay visible while this one is drawn. */
  isUrgent?: boolean
  area?: RouteArea
  enter?: Guard
  /** Whether the route is guarded again for another location of the same route; without it, always. */
  isOther?(from: PathParams, to: PathParams): boolean
  element?: ReactNode
  /** Loads the element of a route that has none; called again after a failure. */
  load?(): Promise<ReactNode>
}

export type RouteMatch = { route: PageRoute; params: PathParams }

/** The first route that matches the path. @throws Error if there is none */
export function matchRoute(routes: readonly PageRoute[], pathname: string): RouteMatch {
  const segments = segmentsOf(pathname)
  for (const route of routes) {
    const params = paramsOf(route.path, segments)
    if (params) return { route, params }
  }
  throw new Error(`No route takes ${pathname}.`)
}

function paramsOf(path: string, segments: readonly string[] | null): PathParams | null {
  if (path === '*') return {}
  if (segments === null) return null
  const wanted = path.split('/')
  if (wanted.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, want] of wanted.entries()) {
    const segment = segments[index] ?? ''
    if (want.startsWith(':') && segment !== '') params[want.slice(1)] = segment
    else if (want !== segment.toLowerCase()) return null
  }
  return params
}

/** The segments of a path, decoded; null for invalid escapes, which no route matches. */
function segmentsOf(pathname: string): string[] | null {
  try {
    return pathname
      .replaceAll(/^\/|\/+$/gu, '')
      .split('/')
      .map((segment) => decodeURIComponent(segment))
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
