import { loadUser, saveAccount, userChanged } from '#client/account/account-slice.ts'
import type { CallFailure } from '#client/api-call.ts'
import { isVerifyEmailSuccess } from '#client/notices/notice-events.ts'
import { acceptTerms, isOutdatedTermsFailure, loadTerms } from '#client/terms/terms-slice.ts'
import type { EffectDependencies, EffectListeners } from './effects.ts'
import { isShownInToast, showOutcomesInToasts } from './toasts-slice.ts'

/**
 * Starts the effects of the account: toasts, the navigation to the start page after a first save, and a read of the
 * user after an address was confirmed. The Back button does not return to a completed form. Specification 4.16 and 8.
 */
export function startAccountEffects(
  listeners: EffectListeners,
  { navigate, log }: Pick<EffectDependencies, 'navigate' | 'log'>,
): void {
  showOutcomesInToasts(listeners, saveAccount, { done: 'toast.account-saved', failed: 'toast.account-failed' })
  listeners.startListening({
    actionCreator: saveAccount.fulfilled,
    effect: ({ meta }) => {
      if (meta.arg.isNew) navigate('/', { replace: true })
    },
  })
  listeners.startListening({
    matcher: isVerifyEmailSuccess,
    effect: async ({ payload }, { dispatch }) => {
      if (payload.unverified === null) await dispatch(loadUser())
    },
  })
  listeners.startListening({
    actionCreator: loadUser.rejected,
    effect: ({ payload, error }) => log.warn('The user could not be read', payload ?? error),
  })
}

/**
 * Starts the effects of the terms. After acceptance the requested page opens, and the Back button does not return to
 * the terms. A failure opens the error page. Specification 4.14 and 8.
 */
export function startTermsEffects(
  { startListening }: EffectListeners,
  { navigate, log, emit }: Pick<EffectDependencies, 'navigate' | 'log' | 'emit'>,
): void {
  startListening({
    actionCreator: acceptTerms.fulfilled,
    effect: ({ payload }, { dispatch, getState }) => {
      if (payload.user) dispatch(userChanged(payload.user))
      emit('tos-checked')
      navigate(getState().terms.wanted, { replace: true })
    },
  })
  startListening({
    actionCreator: loadTerms.rejected,
    effect: ({ payload, error }) => giveUp(payload, error),
  })
  startListening({
    actionCreator: acceptTerms.rejected,
    effect: ({ payload, error }) => {
      if (!isOutdatedTermsFailure(payload)) giveUp(payload, error)
    },
  })

  function giveUp(failure: CallFailure | undefined, error: unknown): void {
    if (!isShownInToast(failure)) return
    log.error('The terms could not be read or accepted', failure ?? error)
    navigate('/error')
  }
}
