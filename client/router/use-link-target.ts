import { type RefObject, useEffect, useRef } from 'react'
import { readHistoryEntryState } from '#client/interaction/history-entry-state.ts'
import { holdScrollPosition } from '#client/interaction/hold-scroll-position.ts'
import { pathOfLocation } from './page-history.ts'
import { useLocation } from './router-context.ts'

/**
 * Scrolls to an element and focuses it if the person followed a link to `path`, which ends with a hash. Scrolls again
 * while the page grows, because some parts load late. `focusedIn` returns the element to focus; the default is the
 * element itself.
 */
export function useLinkTarget<Target extends HTMLElement>(
  path: string,
  focusedIn: (target: HTMLElement) => HTMLElement | null = itself,
): RefObject<Target | null> {
  const target = useRef<Target>(null)
  const location = useLocation()
  useEffect(() => {
    if (target.current === null || pathOfLocation({ ...location, search: '' }) !== path) return undefined
    // Does nothing after reload and Back, which restore the position.
    if (readHistoryEntryState().scrolled !== undefined) return undefined
    const { current } = target
    let end = () => {}
    // Waits for the next frame, because a new page focuses its heading first.
    const frame = requestAnimationFrame(() => {
      end = holdAtTop(current, focusedIn(current))
    })
    return () => {
      cancelAnimationFrame(frame)
      end()
    }
  }, [location, path, focusedIn])
  return target
}

function itself(target: HTMLElement): HTMLElement {
  return target
}

/**
 * Focuses an element and keeps it at the top of the window while the page grows, until the person scrolls or uses the
 * page. Returns a function that stops this behaviour.
 */
function holdAtTop(element: HTMLElement, focusedElement: HTMLElement | null): () => void {
  const arrive = () => {
    focusedElement?.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'start' })
  }
  arrive()
  const end = holdScrollPosition(window, arrive)
  focusedElement?.addEventListener('blur', end, { once: true })
  return end
}
