import { useEffect, useRef } from 'react'
import { useLocation, useMatches } from 'react-router'
import type { MessageId } from '#client/i18n/text.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'

/** A route's `handle`: the key of its title. */
export type RouteHandle = { title: MessageId }

/** The page's title and the focus follow the route, so that a screen reader says where one is. */
export function useRouteTitle(brandTitle: string): void {
  const { t } = useTexts()
  const { key } = useLocation()
  const title = useMatches().findLast(({ handle }) => isRouteHandle(handle))?.handle as RouteHandle | undefined
  const arrived = useRef(key)

  useEffect(() => {
    document.title = title ? `${t(title.title)} – ${brandTitle}` : brandTitle
  })

  useEffect(() => {
    if (arrived.current === key) return
    arrived.current = key
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [key])
}

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle
}
