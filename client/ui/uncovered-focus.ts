import { type RefObject, useEffect } from 'react'

/** The edge of the window at which something covers the page, with the style property that reserves its height. */
const properties = { top: '--top-cover-height', bottom: '--toasts-height' } as const

/**
 * Reserves the height of something that covers the top or the bottom of the page, next to elements that are scrolled
 * into view. It never covers the focused element: the page scrolls it out when the cover appears or grows, when the
 * page changes its length, and when the focus moves. WCAG 2.2, 2.4.11.
 */
export function useUncoveredFocus(region: RefObject<HTMLElement | null>, edge: keyof typeof properties): void {
  useEffect(() => {
    const cover = region.current
    if (cover === null) return undefined
    const { style } = document.documentElement
    let frame = 0
    // In the next frame, because the space may add a scroll bar, which changes the observed size.
    const reserveSpace = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        style.setProperty(properties[edge], `${cover.offsetHeight}px`)
        if (cover.offsetHeight > 0) uncoverFocus(cover, edge)
      })
    }
    const sizes = new ResizeObserver(reserveSpace)
    sizes.observe(cover)
    sizes.observe(document.body)
    document.addEventListener('focusin', reserveSpace)
    return () => {
      document.removeEventListener('focusin', reserveSpace)
      sizes.disconnect()
      cancelAnimationFrame(frame)
      style.removeProperty(properties[edge])
    }
  }, [region, edge])
}

function uncoverFocus(cover: HTMLElement, edge: keyof typeof properties): void {
  const focused = document.activeElement
  const { top, bottom } = cover.getBoundingClientRect()
  const free = edge === 'bottom' ? top : window.innerHeight - bottom
  if (focused && !cover.contains(focused) && isInView(focused, free)) focused.scrollIntoView({ block: 'nearest' })
}

/** Whether the element is visible and fits in `free` px. */
function isInView(element: Element, free: number): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return height < free && bottom > 0 && top < window.innerHeight
}
