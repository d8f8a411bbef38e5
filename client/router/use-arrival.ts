import { type RefObject, useEffect, useRef } from 'react'
import { readEntry } from '#client/interaction/entry-memory.ts'
import { pathOfLocation } from './page-history.ts'
import { useLocation } from './router-context.ts'

/** If the person does not scroll, the page holds the target for this time. */
const settlesWithinMs = 10_000

/** These events mean that the person scrolls or goes on. */
const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to an element and focuses it if the person followed the link `path`, which ends with a hash. Scrolls again
 * while the page grows, because parts of it load late.
 */
export function useArrival<Target extends HTMLElement>(path: string): RefObject<Target | null> {
  const target = useRef<Target>(null)
  const location = useLocation()
  useEffect(() => {
    if (target.current === null || pathOfLocation({ ...location, search: '' }) !== path) return undefined
    // Reload and Back restore a stored position.
    if (readEntry().scrolled !== undefined) return undefined
    target.current.focus({ preventScroll: true })
    return holdAtTop(target.current)
  }, [location, path])
  return target
}

/** Keeps the element at the top of the window until the person scrolls. Returns a function that stops this. */
function holdAtTop(element: HTMLElement): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const sizes = new ResizeObserver(() => element.scrollIntoView({ block: 'start' }))
  const timer = setTimeout(end, settlesWithinMs)
  element.scrollIntoView({ block: 'start' })
  sizes.observe(document.body)
  for (const move of moves) window.addEventListener(move, end, { signal, passive: true })
  // The person or the page goes on to another element.
  element.addEventListener('blur', end, { signal })
  return end

  function end(): void {
    clearTimeout(timer)
    sizes.disconnect()
    listening.abort()
  }
}
