import { type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from 'react'
import type { Router } from './router.ts'
import { RouterContext, RouterStateContext, ShownRouteContext } from './router-context.ts'

/**
 * Renders each further route in a transition, so that the person's input has priority. The first route renders
 * synchronously, because updates from the server would restart a transition.
 *
 * An urgent route also renders synchronously, because on a slow computer a transition would show the previous page for
 * too long.
 */
export function RouterProvider({ router, children }: { router: Router; children: ReactNode }) {
  const [{ shown, isChanging, leaving }, setState] = useState(router.state)
  useLayoutEffect(() => {
    let isWaiting = true
    const follow = () => {
      const state = router.state()
      if (isWaiting || state.shown.match.route.isUrgent) setState(state)
      else startTransition(() => setState(state))
      isWaiting = state.shown.kind === 'waiting'
    }
    follow()
    return router.subscribe(follow)
  }, [router])
  const rest = useMemo(() => ({ isChanging, leaving }), [isChanging, leaving])
  return (
    <RouterContext value={router}>
      <RouterStateContext value={rest}>
        <ShownRouteContext value={shown}>{children}</ShownRouteContext>
      </RouterStateContext>
    </RouterContext>
  )
}
