import { type RefObject, useEffect, useRef, useState } from 'react'

/** Marks a region that keeps the focus when its focused content is replaced. */
export const focusRegion = { 'data-focus-region': '', tabIndex: -1 } as const

/** Marks the element of a region that gets the focus before any heading, such as a status or a saved value. */
export const focusTarget = { 'data-focus-target': '', tabIndex: -1 } as const

const regionSelector = '[data-focus-region]'

/** The regions around an element, innermost first. */
export function regionsAround(element: Element): HTMLElement[] {
  const around = element.parentElement?.closest<HTMLElement>(regionSelector)
  return around ? [around, ...regionsAround(around)] : []
}

/** Moves the focus to the marked element of a region, otherwise to its first heading; false if it has neither. */
export function moveFocusInto(whole: HTMLElement): boolean {
  const target =
    findOutsideInnerRegions(whole, '[data-focus-target]') ?? findOutsideInnerRegions(whole, 'h1, h2, h3, h4')
  if (!target) return false
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  // Focuses without scrolling, because the route controls the scroll position, and Back must not scroll to the heading.
  target.focus({ preventScroll: target.tagName === 'H1' })
  return true
}

/** Finds elements of a region without those of inner regions. */
function findOutsideInnerRegions(whole: HTMLElement, selector: string): HTMLElement | undefined {
  return [...whole.querySelectorAll<HTMLElement>(selector)].find((each) => each.closest(regionSelector) === whole)
}

type FocusTarget = {
  region: RefObject<HTMLDivElement | null>
  /** Moves the focus to the next content of the region. */
  moveFocus(): void
}

/** A region that takes the focus after an action elsewhere whose button stays. */
export function useFocusTarget(): FocusTarget {
  const region = useRef<HTMLDivElement>(null)
  const [moves, setMoves] = useState(0)
  useEffect(() => {
    if (moves > 0 && region.current) moveFocusInto(region.current)
  }, [moves])
  return { region, moveFocus: () => setMoves((before) => before + 1) }
}
