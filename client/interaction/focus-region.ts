import { type RefObject, useEffect, useRef, useState } from 'react'

/** Marks a region that keeps the focus when its focused content is replaced. */
export const focusRegion = { 'data-focus-region': '', tabIndex: -1 } as const

/** Marks the element of a region that gets the focus before any heading, such as a status or a saved value. */
export const focusLanding = { 'data-focus-landing': '', tabIndex: -1 } as const

const regionSelector = '[data-focus-region]'

/** The regions around an element, innermost first. */
export function regionsAround(element: Element): HTMLElement[] {
  const around = element.parentElement?.closest<HTMLElement>(regionSelector)
  return around ? [around, ...regionsAround(around)] : []
}

/** Moves the focus to the marked element of a region, otherwise to its first heading; false if it has neither. */
export function focusLandingOf(whole: HTMLElement): boolean {
  const landing = ownOf(whole, '[data-focus-landing]') ?? ownOf(whole, 'h1, h2, h3, h4')
  if (!landing) return false
  if (!landing.hasAttribute('tabindex')) landing.tabIndex = -1
  // The route controls the scroll position, and Back must not scroll to the heading.
  landing.focus({ preventScroll: landing.tagName === 'H1' })
  return true
}

/** Elements of an inner region belong to that one. */
function ownOf(whole: HTMLElement, selector: string): HTMLElement | undefined {
  return [...whole.querySelectorAll<HTMLElement>(selector)].find((each) => each.closest(regionSelector) === whole)
}

type Landing = {
  region: RefObject<HTMLDivElement | null>
  /** Moves the focus to the next content of the region. */
  land(): void
}

/** A region that takes the focus after an action elsewhere whose button stays. */
export function useLanding(): Landing {
  const region = useRef<HTMLDivElement>(null)
  const [landings, setLandings] = useState(0)
  useEffect(() => {
    if (landings > 0 && region.current) focusLandingOf(region.current)
  }, [landings])
  return { region, land: () => setLandings((before) => before + 1) }
}
