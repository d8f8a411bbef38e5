import { useEffect, useRef, useState } from 'react'
import { useIsNearScreen } from '#client/interaction/use-is-near-screen.ts'
import { runWhenIdle } from '#client/interaction/run-when-idle.ts'
import { useLazyComponent } from '#client/ui/loaded-part/use-lazy-component.ts'
import type { Appliance } from '#client/appliances/state/appliance.ts'
import styles from './day-line.module.css'

/** The maximum time that the load waits for an idle browser. */
const maxWaitMs = 2_000

/**
 * Reserves the height of the panel about the last 24 hours, and loads the panel when it is in view and the page is
 * idle.
 */
export function DayLineSlot({ appliance }: { appliance: Appliance }) {
  const slot = useRef<HTMLDivElement>(null)
  const isInView = useIsNearScreen(slot, margin) === true
  const [wasInView, setWasInView] = useState(false)

  useEffect(() => {
    if (!isInView || wasInView) return undefined
    return runWhenIdle(() => setWasInView(true), maxWaitMs)
  }, [isInView, wasInView])

  const part = useLazyComponent(loadDayLine, wasInView)
  return (
    <div ref={slot} className={styles.slot}>
      {part && <part.Component appliance={appliance} isInView={isInView} />}
    </div>
  )
}

/** Reserves the height of the last 24 hours before the first report, with a text. */
export function DayLinePlaceholder({ children }: { children: string | false }) {
  return <div className={styles.slot}>{children && <p className={styles.quiet}>{children}</p>}</div>
}

const loadDayLine = () => import('#client/late-part.ts').then(({ DayLine }) => DayLine)

/**
 * The margin around the screen that counts as in view. With it, loading starts shortly before the panel becomes
 * visible.
 */
const margin = '200px'
