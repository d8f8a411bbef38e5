import type { ReactNode } from 'react'
import { RouterContext, RouterStateContext, type RouterActions, ShownRouteContext } from './router-context.ts'
import type { RouterState } from './router.ts'

const actions: RouterActions = { navigate: async () => undefined, askBefore: () => () => undefined }
const { shown, ...rest }: RouterState = {
  shown: {
    kind: 'there',
    location: { pathname: '/', search: '', hash: '', key: 'default', state: null },
    by: 'pop',
    match: { route: { path: '' }, params: {} },
    element: null,
  },
  isChanging: false,
  leaving: { kind: 'free' },
}

/** A router for components that are shown outside the app, such as examples. Their links do nothing. */
export function StaticRouter({ children }: { children: ReactNode }) {
  return (
    <RouterContext value={actions}>
      <RouterStateContext value={rest}>
        <ShownRouteContext value={shown}>{children}</ShownRouteContext>
      </RouterStateContext>
    </RouterContext>
  )
}
