import { Component, type ReactNode } from 'react'
import type { PageLocation } from './page-history.ts'
import { RouteErrorContext, useShownRoute } from './router-context.ts'

export type RouteViewProps = {
  /** The content until the first route is loaded and its guards have let the person in. */
  waiting: ReactNode
  /** The content if a route failed to load or to render. It can read the error with `useRouteError`. */
  failed: ReactNode
}

/** Renders the current route. Renders `waiting` until the route is loaded, and `failed` after an error. */
export function RouteView({ waiting, failed }: RouteViewProps) {
  const shownRoute = useShownRoute()
  if (shownRoute.kind === 'waiting') return waiting
  if (shownRoute.kind === 'failed') return <RouteErrorContext value={shownRoute.error}>{failed}</RouteErrorContext>
  return (
    <RouteBoundary location={shownRoute.location} failed={failed}>
      {shownRoute.element}
    </RouteBoundary>
  )
}

type BoundaryProps = Pick<RouteViewProps, 'failed'> & { location: PageLocation; children: ReactNode }
type BoundaryState = { location: PageLocation; broken: { error: unknown } | null }

/** Catches errors that a route throws when it renders. A change of the location clears the error. */
class RouteBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { location: this.props.location, broken: null }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { broken: { error } }
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, before: BoundaryState): BoundaryState | null {
    return location === before.location ? null : { location, broken: null }
  }

  override render(): ReactNode {
    const { broken } = this.state
    if (!broken) return this.props.children
    return <RouteErrorContext value={broken.error}>{this.props.failed}</RouteErrorContext>
  }
}
