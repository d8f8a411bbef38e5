import { type RefObject, useEffect } from 'react'

/** Beside what has the focus, what must not lie under a toast that comes: a callout that says why. */
export const clearOfToasts = { 'data-clear-of-toasts': '' } as const

/**
 * Keeps as much room for the toasts as they take, `--toasts-height`: at the page's end, and below what is scrolled into
 * view. What they are about, the place of the focus and the callouts that came with them, moves out of it.
 */
export function useToastRoom(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const toasts = region.current
    if (toasts === null) return undefined
    const { style } = document.documentElement
    let frame = 0
    // In the next frame: the room may bring a scroll bar, which changes the size that is watched.
    const sizes = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        style.setProperty('--toasts-height', `${toasts.offsetHeight}px`)
        if (toasts.offsetHeight > 0) moveOut(toasts)
      })
    })
    sizes.observe(toasts)
    return () => {
      sizes.disconnect()
      cancelAnimationFrame(frame)
      style.removeProperty('--toasts-height')
    }
  }, [region])
}

function moveOut(toasts: HTMLElement): void {
  const { top: free } = toasts.getBoundingClientRect()
  for (const each of [document.activeElement, ...document.querySelectorAll('[data-clear-of-toasts]')]) {
    if (each && !toasts.contains(each) && isInView(each, free)) each.scrollIntoView({ block: 'nearest' })
  }
}

/** Whether the reader has it on the screen, and it can stand in `free` px. */
function isInView(element: Element, free: number): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return height < free && bottom > 0 && top < window.innerHeight
}
