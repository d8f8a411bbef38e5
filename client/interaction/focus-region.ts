import { type RefObject, useEffect, useRef, useState } from 'react'

/** The properties of a region that keeps the focus when its focused content is replaced. */
export const focusRegionProps = { 'data-focus-region': '', tabIndex: -1 } as const

/**
 * The properties of the element that gets a region's focus instead of its heading, such as a status or a saved value.
 */
export const focusTargetProps = { 'data-focus-target': '', tabIndex: -1 } as const

const regionSelector = '[data-focus-region]'

/** Returns the regions that contain an element, innermost first. */
export function findFocusRegionsAround(element: Element): HTMLElement[] {
  const around = element.parentElement?.closest<HTMLElement>(regionSelector)
  return around ? [around, ...findFocusRegionsAround(around)] : []
}

/** Focuses the region's focus target, otherwise its first heading. Returns false if it has neither. */
export function moveFocusInto(whole: HTMLElement): boolean {
  const target =
    findOutsideInnerRegions(whole, '[data-focus-target]') ?? findOutsideInnerRegions(whole, 'h1, h2, h3, h4')
  if (!target) return false
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  // Does not scroll to the page's heading: the route controls the scroll position, and the Back button must restore it.
  target.focus({ preventScroll: target.tagName === 'H1' })
  return true
}

/** Finds the first matching element of a region that is not in an inner region. */
function findOutsideInnerRegions(whole: HTMLElement, selector: string): HTMLElement | undefined {
  return [...whole.querySelectorAll<HTMLElement>(selector)].find((each) => each.closest(regionSelector) === whole)
}

type FocusTarget = {
  region: RefObject<HTMLDivElement | null>
  /** Moves the focus into the region after the next rendering. */
  moveFocus(): void
}

/**
 * Returns the ref of a region, and the function that moves the focus into it. Use this for an action whose button is
 * outside the region and stays visible.
 */
export function useFocusTarget(): FocusTarget {
  const region = useRef<HTMLDivElement>(null)
  const [moves, setMoves] = useState(0)
  useEffect(() => {
    if (moves > 0 && region.current) moveFocusInto(region.current)
  }, [moves])
  return { region, moveFocus: () => setMoves((before) => before + 1) }
}
