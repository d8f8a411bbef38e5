import { type RefObject, useEffect, useState } from 'react'

/**
 * The distance from the screen up to which a part counts as near: about one flick of the finger, or a few presses of
 * Tab.
 */
const margin = '700px 0px'

/**
 * Returns whether the element has ever been within `margin` of the screen. With it, a part far below loads only when
 * the reader scrolls towards it. `startsNear`: the initial value.
 */
export function useWasEverNearViewport(element: RefObject<HTMLElement | null>, startsNear: boolean): boolean {
  const [wasNear, setWasNear] = useState(startsNear)
  useEffect(() => {
    if (wasNear || !element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) setWasNear(true)
      },
      { rootMargin: margin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, wasNear])
  return wasNear
}
