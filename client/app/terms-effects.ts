import { userChanged } from '#client/account/account-slice.ts'
import type { Failure } from '#client/api.ts'
import { acceptTerms, isRenewal, loadTerms } from '#client/terms/terms-slice.ts'
import type { EffectParts, Listeners } from './effects.ts'
import { isForPerson } from './toasts-slice.ts'

/** What follows from accepting the terms. Specification 4.14 and 8. */
export function followTerms(
  { startListening }: Listeners,
  { navigate, log }: Pick<EffectParts, 'navigate' | 'log'>,
): void {
  startListening({
    actionCreator: acceptTerms.fulfilled,
    effect: ({ payload }, { dispatch, getState }) => {
      if (payload.user) dispatch(userChanged(payload.user))
      navigate(getState().terms.wanted)
    },
  })
  startListening({
    actionCreator: loadTerms.rejected,
    effect: ({ payload, error }) => giveUp(payload, error),
  })
  startListening({
    actionCreator: acceptTerms.rejected,
    effect: ({ payload, error }) => {
      if (!isRenewal(payload)) giveUp(payload, error)
    },
  })

  function giveUp(failure: Failure | undefined, error: unknown): void {
    if (!isForPerson(failure)) return
    log.error('The terms could not be read or accepted', failure ?? error)
    navigate('/error')
  }
}
