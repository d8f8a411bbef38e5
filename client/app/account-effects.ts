import { saveAccount } from '#client/account/account-slice.ts'
import type { EffectParts, Listeners } from './effects.ts'
import { failuresClosed, toastFailure, toastShown } from './toasts-slice.ts'

/** What follows from saving the account details. Specification 4.16 and 8. */
export function followAccount({ startListening }: Listeners, { navigate }: Pick<EffectParts, 'navigate'>): void {
  startListening({
    actionCreator: saveAccount.pending,
    effect: (_, { dispatch }) => void dispatch(failuresClosed()),
  })
  startListening({
    actionCreator: saveAccount.fulfilled,
    effect: ({ meta }, { dispatch }) => {
      dispatch(toastShown('success', 'toast.account-saved'))
      if (meta.arg.isNew) navigate('/')
    },
  })
  startListening({
    actionCreator: saveAccount.rejected,
    effect: ({ payload }, { dispatch }) => {
      toastFailure(dispatch, payload, 'toast.account-failed')
    },
  })
}
