import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'

/**
 * The distance from the screen up to which a card counts as near: about one flick of the finger, or a few presses of
 * Tab.
 */
const margin = '700px 0px'

type Watched = {
  item: RefObject<HTMLLIElement | null>
  isNear: boolean
  /* The height of the last content, in px. */ height: number | null
}

/** The last height of each content, by `name`, so that a removed card keeps its space. */
const heights = new Map<string, number>()

type WatchOptions = {
  /** The name of the content. A content with another height needs another name. */
  name: string
  /** Whether the element counts as near in the first frame. */
  startsNear: boolean
  /** Whether the element always counts as near. */
  stays: boolean
}

/**
 * Returns whether an element is near the screen; distant cards of a long list can be short. Changes are rendered with
 * low priority. The card with the focus counts as near.
 */
export function useNearScreen({ name, startsNear, stays }: WatchOptions): Watched {
  const item = useRef<HTMLLIElement>(null)
  const [isNear, setNear] = useState(startsNear)
  useEffect(() => {
    const element = item.current
    if (!element || (stays && isNear)) return undefined
    if (stays) return startTransition(() => setNear(true))
    return watch(element, (entry) => {
      if (entry.isIntersecting) return startTransition(() => setNear(true))
      if (element.contains(document.activeElement)) return
      if (isNear) heights.set(name, entry.boundingClientRect.height)
      startTransition(() => setNear(false))
    })
  }, [isNear, name, stays])
  return { item, isNear, height: isNear ? null : (heights.get(name) ?? null) }
}

type ChangeCallback = (entry: IntersectionObserverEntry) => void

const callbacks = new WeakMap<Element, ChangeCallback>()
let observer: IntersectionObserver | undefined

function watch(element: Element, onChange: ChangeCallback): () => void {
  observer ??= new IntersectionObserver((entries) => entries.forEach((entry) => callbacks.get(entry.target)?.(entry)), {
    rootMargin: margin,
  })
  const intersectionObserver = observer
  callbacks.set(element, onChange)
  intersectionObserver.observe(element)
  return () => intersectionObserver.unobserve(element)
}
