import { loadUser, saveAccount, userChanged } from '#client/account/account-slice.ts'
import type { Failure } from '#client/api.ts'
import { isEmailVerification } from '#client/notices/notice-events.ts'
import { acceptTerms, isOutdatedVersionFailure, loadTerms } from '#client/terms/terms-slice.ts'
import type { EffectDependencies, Listeners } from './effects.ts'
import { isShownInToast, toastOutcome } from './toasts-slice.ts'

/**
 * Starts the effects of the account: toasts, the start page after a first save, and a read of the user after an
 * address was confirmed. Back does not return to the completed form. Specification 4.16 and 8.
 */
export function startAccountEffects(
  listeners: Listeners,
  { navigate, log }: Pick<EffectDependencies, 'navigate' | 'log'>,
): void {
  toastOutcome(listeners, saveAccount, { done: 'toast.account-saved', failed: 'toast.account-failed' })
  listeners.startListening({
    actionCreator: saveAccount.fulfilled,
    effect: ({ meta }) => {
      if (meta.arg.isNew) navigate('/', { replace: true })
    },
  })
  listeners.startListening({
    matcher: isEmailVerification,
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
 * Starts the effects of the terms: after acceptance the wanted page opens, and Back does not return to the terms. A
 * failure opens the error page. Specification 4.14 and 8.
 */
export function startTermsEffects(
  { startListening }: Listeners,
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
      if (!isOutdatedVersionFailure(payload)) giveUp(payload, error)
    },
  })

  function giveUp(failure: Failure | undefined, error: unknown): void {
    if (!isShownInToast(failure)) return
    log.error('The terms could not be read or accepted', failure ?? error)
    navigate('/error')
  }
}
