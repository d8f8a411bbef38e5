import { useDispatch } from 'react-redux'
import type { PageParts } from './routes.tsx'
import { toastShown } from './toasts-slice.ts'

export type LogOutParts = Pick<PageParts, 'logOut' | 'log'> & { onFailed?(): void }

/** Ends the session; a failure is logged and told. */
export function useLogOut({ logOut, log, onFailed }: LogOutParts): () => Promise<void> {
  const dispatch = useDispatch()
  return () =>
    logOut().catch((error: unknown) => {
      log.error('Logging out failed', error)
      dispatch(toastShown('failure', 'toast.logout-failed'))
      onFailed?.()
    })
}
