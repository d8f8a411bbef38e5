import { type RefObject, useEffect, useRef, useState } from 'react'
import { focusLandingOf } from './focus-place.ts'

export type Landing = {
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
