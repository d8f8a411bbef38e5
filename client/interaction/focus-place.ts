import { type RefObject, useEffect, useRef, useState } from 'react'

/** A part of the page in which one thing takes the place of another; it keeps the focus when the first one goes. */
export const focusPlace = { 'data-focus-place': '', tabIndex: -1 } as const

/** What the focus goes to in its place before any heading: a status, or what was saved. */
export const focusLanding = { 'data-focus-landing': '', tabIndex: -1 } as const

const placeSelector = '[data-focus-place]'

/** The innermost first. */
export function placesAround(element: Element): HTMLElement[] {
  const around = element.parentElement?.closest<HTMLElement>(placeSelector)
  return around ? [around, ...placesAround(around)] : []
}

/** Moves the focus to the landing of a place, else to its first heading; false where it has neither yet. */
export function focusLandingOf(whole: HTMLElement): boolean {
  const landing = ownOf(whole, '[data-focus-landing]') ?? ownOf(whole, 'h1, h2, h3, h4')
  if (!landing) return false
  if (!landing.hasAttribute('tabindex')) landing.tabIndex = -1
  // How far the page is scrolled is the route's to say, and back is not to end at the heading.
  landing.focus({ preventScroll: landing.tagName === 'H1' })
  return true
}

/** What stands in a smaller place belongs to that one. */
function ownOf(whole: HTMLElement, selector: string): HTMLElement | undefined {
  return [...whole.querySelectorAll<HTMLElement>(selector)].find((each) => each.closest(placeSelector) === whole)
}

type Landing = {
  place: RefObject<HTMLDivElement | null>
  /** Moves the focus to what the place shows next. */
  land(): void
}

/** A place that takes the focus for something done elsewhere, whose button stays. */
export function useLanding(): Landing {
  const place = useRef<HTMLDivElement>(null)
  const [landings, setLandings] = useState(0)
  useEffect(() => {
    if (landings > 0 && place.current) focusLandingOf(place.current)
  }, [landings])
  return { place, land: () => setLandings((before) => before + 1) }
}
