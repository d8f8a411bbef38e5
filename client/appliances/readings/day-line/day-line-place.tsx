import { useEffect, useRef, useState } from 'react'
import { useLateComponent } from '#client/ui/loaded-part/use-late-component.ts'
import type { Appliance } from '../../appliance.ts'
import styles from './day-line.module.css'

/** The place of the last 24 hours, as high as they will be. They are loaded once it is in view and the page has time. */
export function DayLinePlace({ appliance }: { appliance: Appliance }) {
  const place = useRef<HTMLDivElement>(null)
  const isInView = useInView(place)
  const [wasInView, setWasInView] = useState(false)

  useEffect(() => {
    if (!isInView || wasInView) return undefined
    return whenIdle(() => setWasInView(true))
  }, [isInView, wasInView])

  const part = useLateComponent(loadDayLine, wasInView)
  return (
    <div ref={place} className={styles.place}>
      {part && <part.Component appliance={appliance} isInView={isInView} />}
    </div>
  )
}

const loadDayLine = () => import('./day-line.tsx').then(({ DayLine }) => DayLine)

/** A little before it can be seen. */
const margin = '200px'

function useInView(place: React.RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (!place.current) return undefined
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: margin,
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return isInView
}

const longestWaitMs = 2_000

/** Safari has no idle callbacks. */
function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, longestWaitMs / 4)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: longestWaitMs })
  return () => cancelIdleCallback(handle)
}
