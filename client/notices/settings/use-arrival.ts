import { type RefObject, useEffect, useRef } from 'react'
import { pathOfLocation } from '#client/router/page-history.ts'
import { useLocation } from '#client/router/router-context.ts'

/** Scrolls to an element and focuses it if the person followed the link `path`, which ends with a hash. */
export function useArrival<Target extends HTMLElement>(path: string): RefObject<Target | null> {
  const target = useRef<Target>(null)
  const place = useLocation()
  useEffect(() => {
    if (pathOfLocation({ ...place, search: '' }) !== path) return
    target.current?.scrollIntoView({ block: 'start' })
    target.current?.focus({ preventScroll: true })
  }, [place, path])
  return target
}
