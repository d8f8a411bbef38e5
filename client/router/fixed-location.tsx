import type { ReactNode } from 'react'
import { RouterContext, RouterStateContext, type RouterWays, ShownRouteContext } from './router-context.ts'
import type { RouterState } from './router.ts'

const ways: RouterWays = { navigate: async () => undefined, askBefore: () => () => undefined }
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

/** For components outside of routes, such as examples: their links do nothing. */
export function FixedLocation({ children }: { children: ReactNode }) {
  return (
    <RouterContext value={ways}>
      <RouterStateContext value={rest}>
        <ShownRouteContext value={shown}>{children}</ShownRouteContext>
      </RouterStateContext>
    </RouterContext>
  )
}
