import type { ReactNode } from 'react'

/** The segments of a path that its route names, decoded. */
export type PathParams = Readonly<Record<string, string | undefined>>

/** Somebody comes to `url`, absolute and without its hash. */
export type Arrival = { url: string; params: PathParams }

/** Where a guard sends people: a path of the page or, with `reloads`, one of the server's. Null lets them in. */
export type GuardAnswer = RedirectTo | null

export type RedirectTo = { to: string; reloads?: boolean }

type Guard = (arrival: Arrival) => GuardAnswer | Promise<GuardAnswer>

/** Guards whoever comes from outside to one of its routes, beside that route's own guard. */
export type RouteArea = { enter: Guard }

/** A screen of the page. */
export type PageRoute = {
  /** Its segments without slashes around them: words in any case, ':name' for any one; or '*' alone for every path. */
  path: string
  /** What the page says of it, for whoever shows the page. */
  handle?: unknown
  /** Whether the previous screen must not stay visible while this one is drawn. */
  isUrgent?: boolean
  area?: RouteArea
  enter?: Guard
  /** Whether who is on the route already is guarded anew for another place of it; without it, always. */
  isOther?(from: PathParams, to: PathParams): boolean
  element?: ReactNode
  /** Loads the element of a route that has none; after a failure it is called again. */
  load?(): Promise<ReactNode>
}

export type RouteMatch = { route: PageRoute; params: PathParams }

/** The first route that takes the path. @throws Error where none does */
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

/** The segments of a path, decoded; null where its escapes are no UTF-8: nobody has named such a path. */
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
