import type { Failure } from '#client/api.ts'
import type { MessageId } from '#client/i18n/text.ts'
import type { Dispatch, State } from './store.ts'
import { toastShown } from './toasts-slice.ts'

/** Whether a failure is told in a toast: sign-in and terms have screens of their own. */
export function isForPerson(failure: Failure | undefined): boolean {
  return failure?.kind !== 'unauthenticated' && failure?.kind !== 'terms'
}

/** Tells that something failed; without a network also that this is why, and that nothing is lost. Specification 8. */
export function toastFailure(dispatch: Dispatch, failure: Failure | undefined, message: MessageId): void {
  if (!isForPerson(failure)) return
  dispatch(toastShown('failure', message))
  dispatch((tell, getState: () => State) => {
    if (getState().live.kind === 'offline') tell(toastShown('failure', 'toast.offline'))
  })
}
