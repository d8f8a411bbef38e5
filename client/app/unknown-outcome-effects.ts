import { outcomeUnknown } from '#client/outcomes-slice.ts'
import type { EffectListeners } from './effects.ts'
import { messageClosed, toastShown } from './toasts-slice.ts'

const unknownMessage = 'toast.outcome-unknown'

/**
 * Shows a toast while the outcome of a command is unknown, except for quiet commands. Removes the toast when all
 * outcomes are known. Specification 8.7.
 */
export function startUnknownOutcomeEffects({ startListening }: EffectListeners): void {
  startListening({
    actionCreator: outcomeUnknown,
    effect: (_, { dispatch }) => void dispatch(toastShown('failure', unknownMessage)),
  })
  startListening({
    predicate: (_, { outcomes }, { outcomes: before }) =>
      Object.keys(before).length > 0 && Object.keys(outcomes).length === 0,
    effect: (_, { dispatch }) => void dispatch(messageClosed(unknownMessage)),
  })
}
