import { type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from 'react'
import type { Router } from './router.ts'
import { RouterContext, RouterStateContext, ShownRouteContext } from './router-context.ts'

/**
 * Shows what the router says to everything inside, in transitions: what the person does meanwhile comes first. The first
 * route is shown in one go: where nothing stands yet nobody is kept from anything, and whatever the page hears meanwhile
 * would begin a transition anew. An urgent route is shown in one go as well: a transition would leave the screen before it
 * in sight for as long as a slow machine takes.
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
