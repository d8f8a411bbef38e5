import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'

/** How far around the screen what is distant counts as near: a flick of the finger, or some presses of Tab. */
const margin = '700px 0px'

type Watched = {
  place: RefObject<HTMLLIElement | null>
  isNear: boolean
  /** px, of what stood there last. */ height: number | null
}

/** As tall as it was, what is left keeps its room; by what is shown there. */
const heights = new Map<string, number>()

type WatchOptions = {
  /** Names what is shown: what has another height has another name. */
  name: string
  /** Whether it is there with the first frame. */
  startsNear: boolean
  /** Whether it counts as near wherever it is. */
  stays: boolean
}

/**
 * Whether an element is near the screen, so that the rest of a long list costs next to nothing. What comes near is drawn
 * when the browser has time for it; what has the focus stays.
 */
export function useNearness({ name, startsNear, stays }: WatchOptions): Watched {
  const place = useRef<HTMLLIElement>(null)
  const [isNear, setNear] = useState(startsNear)
  useEffect(() => {
    const element = place.current
    if (!element || (stays && isNear)) return undefined
    if (stays) return startTransition(() => setNear(true))
    return watch(element, (entry) => {
      if (entry.isIntersecting) return startTransition(() => setNear(true))
      if (element.contains(document.activeElement)) return
      if (isNear) heights.set(name, entry.boundingClientRect.height)
      startTransition(() => setNear(false))
    })
  }, [isNear, name, stays])
  return { place, isNear, height: isNear ? null : (heights.get(name) ?? null) }
}

type Hear = (entry: IntersectionObserverEntry) => void

const hearers = new WeakMap<Element, Hear>()
let observer: IntersectionObserver | undefined

function watch(element: Element, hear: Hear): () => void {
  observer ??= new IntersectionObserver((entries) => entries.forEach((entry) => hearers.get(entry.target)?.(entry)), {
    rootMargin: margin,
  })
  const watching = observer
  hearers.set(element, hear)
  watching.observe(element)
  return () => watching.unobserve(element)
}
