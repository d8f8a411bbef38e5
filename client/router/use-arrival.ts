import { type RefObject, useEffect, useRef } from 'react'
import { readEntry } from '#client/interaction/entry-memory.ts'
import { holdPosition } from '#client/interaction/hold-position.ts'
import { pathOfLocation } from './page-history.ts'
import { useLocation } from './router-context.ts'

/**
 * Scrolls to an element and focuses it if the person followed the link `path`, which ends with a hash. Scrolls again
 * while the page grows, because parts of it load late.
 */
export function useArrival<Target extends HTMLElement>(path: string): RefObject<Target | null> {
  const target = useRef<Target>(null)
  const location = useLocation()
  useEffect(() => {
    if (target.current === null || pathOfLocation({ ...location, search: '' }) !== path) return undefined
    // Keeps the position that reload and Back restore.
    if (readEntry().scrolled !== undefined) return undefined
    target.current.focus({ preventScroll: true })
    return holdAtTop(target.current)
  }, [location, path])
  return target
}

/** Keeps the element at the top of the window until the person goes on. Returns a function that stops this. */
function holdAtTop(element: HTMLElement): () => void {
  const scroll = () => element.scrollIntoView({ block: 'start' })
  scroll()
  const end = holdPosition(window, scroll)
  // Ends when the person or the page focuses another element.
  element.addEventListener('blur', end, { once: true })
  return end
}
