import { Component, type ReactNode } from 'react'
import type { PagePlace } from './page-history.ts'
import { RouteErrorContext, useShownRoute } from './router-context.ts'

export type RouteViewProps = {
  /** Stands there while the first route is guarded and loaded. */
  waiting: ReactNode
  /** Stands for a route that could not be entered, or that broke while it was shown; it may ask for the error. */
  failed: ReactNode
}

/** The route that the router shows. */
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

/** Whoever goes elsewhere from a route that broke finds what stands there. */
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
