import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'
import type { Failure } from '#client/api.ts'
import type { MessageId } from '#client/i18n/text.ts'
import type { Dispatch, State } from './store.ts'

/** What just happened, as the key of its sentence: a new language shows it anew. */
export type ToastState = { id: string; kind: 'success' | 'failure'; message: MessageId }

/** More than a person reads at once, or than a phone has room for; the oldest go. */
const mostAtOnce = 3

export const toastsSlice = createSlice({
  name: 'toasts',
  initialState: [] as ToastState[],
  reducers: {
    /** Whoever does the next thing has seen that the last one succeeded; a failure stays. */
    toastShown: {
      prepare: (kind: ToastState['kind'], message: MessageId) => ({ payload: { id: nanoid(), kind, message } }),
      reducer: (state, { payload }: PayloadAction<ToastState>) => {
        const others = state.filter(({ kind, message }) => kind === 'failure' && message !== payload.message)
        return [...others, payload].slice(-mostAtOnce)
      },
    },
    toastClosed: (state, { payload }: PayloadAction<string>) => state.filter((toast) => toast.id !== payload),
    /** What failed is tried again, or left behind: its failure is no news any more. */
    failuresClosed: (state) => state.filter((toast) => toast.kind !== 'failure'),
  },
})

export const { toastShown, toastClosed, failuresClosed } = toastsSlice.actions

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
