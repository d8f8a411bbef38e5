import { Component, type ReactNode } from 'react'
import type { PagePlace } from './page-history.ts'
import { RouteErrorContext, useShownRoute } from './router-context.ts'

export type RouteViewProps = {
  /** Shown while the first route is guarded and loaded. */
  waiting: ReactNode
  /** Shown if a route failed to load, or threw while rendering; it may read the error. */
  failed: ReactNode
}

/** Renders the current route. */
export function RouteView({ waiting, failed }: RouteViewProps) {
  const shown = useShownRoute()
  if (shown.kind === 'waiting') return waiting
  if (shown.kind === 'failed') return <RouteErrorContext value={shown.error}>{failed}</RouteErrorContext>
  return (
    <RouteBoundary place={shown.place} failed={failed}>
      {shown.element}
    </RouteBoundary>
  )
}

type BoundaryProps = Pick<RouteViewProps, 'failed'> & { place: PagePlace; children: ReactNode }
type BoundaryState = { place: PagePlace; broken: { error: unknown } | null }

/** Navigating away from a broken route resets the boundary. */
class RouteBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place, broken: null }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { broken: { error } }
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, before: BoundaryState): BoundaryState | null {
    return place === before.place ? null : { place, broken: null }
  }

  override render(): ReactNode {
    const { broken } = this.state
    if (!broken) return this.props.children
    return <RouteErrorContext value={broken.error}>{this.props.failed}</RouteErrorContext>
  }
}
