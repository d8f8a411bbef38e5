import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useMatches, useNavigationType } from 'react-router'
import type { MessageId } from '#client/i18n/text.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'

/** A route's `handle`: the key of its title, which may depend on the path. */
export type RouteHandle = { title: MessageId | ((params: Readonly<Record<string, string | undefined>>) => MessageId) }

/**
 * The page's title and the focus follow the route, so that a screen reader says where one is. `news` comes first, so
 * that it is seen in another tab, too.
 */
export function useRouteTitle(brandTitle: string, news: string | null): void {
  const { t } = useTexts()
  const { key } = useLocation()
  const title = titleOf(useMatches().findLast(({ handle }) => isRouteHandle(handle)))
  const arrived = useRef(key)
  // A page that was just loaded and is redirected begins at its top, as any other.
  const isRedirected = useNavigationType() === NavigationType.Replace

  useEffect(() => {
    document.title = [news, title && t(title), brandTitle].filter(Boolean).join(' – ')
  })

  useEffect(() => {
    if (arrived.current === key) return
    arrived.current = key
    if (isRedirected) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [key, isRedirected])
}

type Match = ReturnType<typeof useMatches>[number]

function titleOf(match: Match | undefined): MessageId | undefined {
  if (!match || !isRouteHandle(match.handle)) return undefined
  const { title } = match.handle
  return typeof title === 'function' ? title(match.params) : title
}

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle
}
