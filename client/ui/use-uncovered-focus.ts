import { type RefObject, useEffect } from 'react'

/**
 * The style property for each edge of the window. Its value is the height of the element that covers the page at that
 * edge.
 */
const properties = { top: '--top-cover-height', bottom: '--toasts-height' } as const

/**
 * Keeps the focused element clear of `region`, an element that covers the top or the bottom of the page. Scrolls the
 * focused element into view when the cover appears or grows, when the page changes its length, and when the focus
 * moves. WCAG 2.2, 2.4.11.
 *
 * Stores the height of the cover in a style property, so that elements that are scrolled into view stay clear of it.
 * When the cover appears or grows, also scrolls a covered submit button into view, because the button may be the
 * person's next step.
 */
export function useUncoveredFocus(region: RefObject<HTMLElement | null>, edge: keyof typeof properties): void {
  useEffect(() => {
    const cover = region.current
    if (cover === null) return undefined
    const { style } = document.documentElement
    let frame = 0
    let lastHeight = 0
    // Stores the height in the next frame. The additional space may add a scroll bar, which changes the observed size.
    const reserveSpace = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const height = cover.offsetHeight
        style.setProperty(properties[edge], `${height}px`)
        if (height > lastHeight) uncoverSubmit(cover)
        if (height > 0) uncoverFocus(cover, edge)
        lastHeight = height
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
  const focusedElement = document.activeElement
  const { top, bottom } = cover.getBoundingClientRect()
  const free = edge === 'bottom' ? top : window.innerHeight - bottom
  if (focusedElement && !cover.contains(focusedElement) && isInView(focusedElement, free))
    focusedElement.scrollIntoView({ block: 'nearest' })
}

/** Whether the element is visible and fits in `free` px. */
function isInView(element: Element, free: number): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return height < free && bottom > 0 && top < window.innerHeight
}

/**
 * Scrolls a covered submit button into view. Compares positions with the children of the cover, because the cover
 * itself is as wide as the window.
 */
function uncoverSubmit(cover: HTMLElement): void {
  const submit = [...document.querySelectorAll('main button[type="submit"]')].find((button) =>
    [...cover.children].some((child) => overlap(button.getBoundingClientRect(), child.getBoundingClientRect())),
  )
  submit?.scrollIntoView({ block: 'nearest' })
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  const isNextTo = one.right <= other.left || one.left >= other.right
  return !isNextTo && one.bottom > other.top && one.top < other.bottom
}
