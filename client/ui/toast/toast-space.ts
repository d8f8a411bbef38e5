import { type RefObject, useEffect } from 'react'

/**
 * Reserves the height of the toasts, `--toasts-height`, at the page's end and below elements that are scrolled into
 * view. A toast never covers the focused element: the page scrolls it out when a toast appears or grows, when the
 * page changes its length, and when the focus moves. WCAG 2.2, 2.4.11.
 */
export function useToastSpace(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const toasts = region.current
    if (toasts === null) return undefined
    const { style } = document.documentElement
    let frame = 0
    // In the next frame, because the space may add a scroll bar, which changes the observed size.
    const reserveSpace = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        style.setProperty('--toasts-height', `${toasts.offsetHeight}px`)
        if (toasts.offsetHeight > 0) uncoverFocus(toasts)
      })
    }
    const sizes = new ResizeObserver(reserveSpace)
    sizes.observe(toasts)
    sizes.observe(document.body)
    document.addEventListener('focusin', reserveSpace)
    return () => {
      document.removeEventListener('focusin', reserveSpace)
      sizes.disconnect()
      cancelAnimationFrame(frame)
      style.removeProperty('--toasts-height')
    }
  }, [region])
}

function uncoverFocus(toasts: HTMLElement): void {
  const focused = document.activeElement
  const { top: free } = toasts.getBoundingClientRect()
  if (focused && !toasts.contains(focused) && isInView(focused, free)) focused.scrollIntoView({ block: 'nearest' })
}

/** Whether the element is visible and fits in `free` px. */
function isInView(element: Element, free: number): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return height < free && bottom > 0 && top < window.innerHeight
}
