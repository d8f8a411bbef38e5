import { type RefObject, useEffect, useState } from 'react'

/**
 * Returns whether an element is within `margin` of the screen; null until the browser has checked. If `margin` is null,
 * the element is not observed.
 */
export function useIsNearScreen(element: RefObject<HTMLElement | null>, margin: string | null): boolean | null {
  const [isNear, setNear] = useState<boolean | null>(null)
  useEffect(() => {
    if (margin === null || !element.current) return undefined
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? null), {
      rootMargin: margin,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, margin])
  return isNear
}
