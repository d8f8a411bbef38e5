import type { ReactNode } from 'react'

/** The parameters of a path, decoded. */
export type PathParams = Readonly<Record<string, string | undefined>>

/** The target of a navigation. `url` is absolute, without its hash. */
export type NavigationTarget = { url: string; params: PathParams }

/** The answer of a guard: a redirect, or null to let the person in. */
export type GuardAnswer = GuardRedirect | null

export type GuardRedirect = { to: string; reloads?: boolean }

type Guard = (arrival: NavigationTarget) => GuardAnswer | Promise<GuardAnswer>

/**
 * A group of routes. Its guard runs when the person comes from outside the group, in addition to the guard of the
 * route.
 */
export type RouteArea = { enter: Guard }

/** A page of the app: its path, its guard and its content. */
export type PageRoute = {
  /**
   * The path without outer slashes. Each segment is a word in any letter case, or ':name' for any text. The path '*'
   * matches every address.
   */
  path: string
  /** Data for the component that shows the route, such as its title. */
  handle?: unknown
  /** Whether the previous page must disappear while this page is drawn. */
  isUrgent?: boolean
  area?: RouteArea
  enter?: Guard
  /**
   * Whether another location of the same route counts as another page, for which the guard runs again. Without this
   * function, each other path or query does.
   */
  isOther?(from: PathParams, to: PathParams): boolean
  element?: ReactNode
  /** Loads the element of a route that has no `element`. The router calls this again after a failure. */
  load?(): Promise<ReactNode>
}

export type RouteMatch = { route: PageRoute; params: PathParams }

/** Returns the first route that matches a path. @throws Error if no route matches */
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
  const patternParts = path.split('/')
  if (patternParts.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, want] of patternParts.entries()) {
    const segment = segments[index] ?? ''
    if (want.startsWith(':') && segment !== '') params[want.slice(1)] = segment
    else if (want !== segment.toLowerCase()) return null
  }
  return params
}

/** Returns the decoded segments of a path. Returns null if an escape sequence is invalid; then no route matches. */
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
