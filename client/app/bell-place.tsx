import { useCallback, useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { selectIsSignedIn } from '#client/sign-in/session.ts'
import { useLateComponent } from '#client/ui/loaded-part/use-late-component.ts'
import styles from './bell-place.module.css'
import { hasPassed } from './guards.ts'
import type { PageRouteDependencies } from './routes.tsx'
import type { State } from './store.ts'

type NoticeDependencies = Pick<PageRouteDependencies, 'addTexts' | 'loadNotices'>

/**
 * Where the bell stands. It comes once the person is known and the browser has nothing better to do, and without the
 * words of what it tells; its place is there from the start, so that nothing moves.
 */
export function BellPlace({ dependencies }: { dependencies: Pick<NoticeDependencies, 'loadNotices'> }) {
  const { loadNotices } = dependencies
  const isKnown = useSelector((state: State) => selectIsSignedIn(state) && hasPassed(state))
  const isIdle = useIdle(isKnown)
  const load = useCallback(async () => {
    const [{ NoticeBell }, start] = await Promise.all([import('#client/notices/notice-bell.tsx'), loadNotices()])
    // Not before all is there: after a failure it is loaded again.
    start()
    return NoticeBell
  }, [loadNotices])
  const bell = useLateComponent(load, isIdle)
  return <span className={styles.place}>{isKnown && bell && <bell.Component />}</span>
}

/** State, effects and texts of notices, for whoever shows some. */
export async function addNotices({ addTexts, loadNotices }: NoticeDependencies): Promise<void> {
  const [start, { loadFaultTexts, loadNoticeScreenTexts, loadNoticeTexts }] = await Promise.all([
    loadNotices(),
    import('#client/i18n/notice-texts.ts'),
  ])
  await Promise.all([loadFaultTexts, loadNoticeScreenTexts, loadNoticeTexts].map(addTexts))
  // Not before all is there: after a failure it is loaded again.
  start()
}

const idleWithinMs = 4_000
const pauseMs = 500

/** True from when the browser first had nothing to do after `isWanted`. */
function useIdle(isWanted: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!isWanted) return undefined
    if ('requestIdleCallback' in window) {
      const idle = window.requestIdleCallback(() => setIdle(true), { timeout: idleWithinMs })
      return () => window.cancelIdleCallback(idle)
    }
    const timer = setTimeout(() => setIdle(true), pauseMs)
    return () => clearTimeout(timer)
  }, [isWanted])
  return isIdle
}
