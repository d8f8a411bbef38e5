import { type RefObject, useState } from 'react'
import { useIsNearScreen } from '#client/interaction/use-is-near-screen.ts'

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
  const isNear = useIsNearScreen(element, wasNear ? null : margin)
  if (isNear && !wasNear) setWasNear(true)
  return wasNear
}
