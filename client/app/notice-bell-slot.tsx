import { useCallback, useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { runWhenIdle } from '#client/interaction/run-when-idle.ts'
import { selectIsSignedIn } from '#client/sign-in/session.ts'
import { useLazyComponent } from '#client/ui/loaded-part/use-lazy-component.ts'
import styles from './notice-bell-slot.module.css'
import { hasTermsAndCountry } from './guards.ts'
import type { PageRouteDependencies } from './routes/route-dependencies.ts'
import type { State } from './store.ts'

/**
 * The slot of the notice bell. The bell loads after the terms are accepted, the country is set and the browser is idle.
 * The slot reserves space for the bell from the start, so that the layout does not shift.
 */
export function NoticeBellSlot({ dependencies }: { dependencies: Pick<PageRouteDependencies, 'loadNotices'> }) {
  const { loadNotices } = dependencies
  const isReady = useSelector((state: State) => selectIsSignedIn(state) && hasTermsAndCountry(state))
  const isIdle = useIdle(isReady)
  const load = useCallback(async () => {
    const [{ NoticeBell }, start] = await Promise.all([import('#client/late-part.ts'), loadNotices()])
    // Starts the effects only after all parts are loaded, because after a failure the load is repeated.
    start()
    return NoticeBell
  }, [loadNotices])
  const bell = useLazyComponent(load, isIdle)
  return <span className={styles.slot}>{isReady && bell && <bell.Component />}</span>
}

/** Returns true once the browser has been idle after `isWanted` became true. */
function useIdle(isWanted: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!isWanted) return undefined
    return runWhenIdle(() => setIdle(true))
  }, [isWanted])
  return isIdle
}
