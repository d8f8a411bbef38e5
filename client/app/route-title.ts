import { useEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import { type Appliance, applianceNameOf } from '#client/appliances/state/appliance.ts'
import { selectAppliance } from '#client/appliances/state/appliances-state.ts'
import type { FirstMessageId } from '#client/i18n/message-types.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { PathParams, RouteMatch } from '#client/router/route.ts'
import { useNavigationKind, useLocation, useRouteMatch } from '#client/router/router-context.ts'
import type { State } from './store.ts'

/**
 * The `handle` of a route. `title` is the message id of the page's title, or a function of the path's parameters. If
 * `isOfAppliance` is set, the name of the appliance `gatewayId` follows it.
 */
export type RouteHandle = { title: FirstMessageId | ((params: PathParams) => FirstMessageId); isOfAppliance?: boolean }

/**
 * Sets the document's title, and focuses the page's heading after a navigation, so that a screen reader reads it.
 * `announced` comes first in the title, so that a narrow browser tab shows it.
 */
export function useRouteTitleAndFocus(brandTitle: string, announced: string | null): void {
  const { t } = useTexts()
  const { key, pathname } = useLocation()
  const match = useRouteMatch()
  const title = titleOf(match)
  const appliance = useSelector((state: State) => applianceOf(state, match))
  const previousEntry = useRef({ key, pathname })
  const keepsFocus = appliance !== null
  const isRedirected = useNavigationKind() === 'replace'

  useEffect(() => {
    document.title = [announced, title && t(title), appliance && applianceNameOf(appliance, t), brandTitle]
      .filter(Boolean)
      .join(' – ')
  })

  useEffect(() => {
    const from = previousEntry.current
    if (from.key === key) return
    previousEntry.current = { key, pathname }
    const isSamePage = from.pathname === pathname
    // Leaves the focus after a redirect if the path is the same, or if the person has not used the page yet: the focus
    // of a new page starts at its top.
    if (isRedirected && (isSamePage || !navigator.userActivation.hasBeenActive)) return
    // On a page of an appliance, leaves the focus if the path stays the same, as when the person chooses another period
    // of the history.
    if (isSamePage && keepsFocus) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [key, pathname, keepsFocus, isRedirected])
}

function titleOf({ route: { handle }, params }: RouteMatch): FirstMessageId | undefined {
  if (!isRouteHandle(handle)) return undefined
  return typeof handle.title === 'function' ? handle.title(params) : handle.title
}

function applianceOf(state: State, { route: { handle }, params }: RouteMatch): Appliance | null {
  if (!isRouteHandle(handle) || !handle.isOfAppliance) return null
  return selectAppliance(state, params['gatewayId'] ?? '') ?? null
}

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle
}
