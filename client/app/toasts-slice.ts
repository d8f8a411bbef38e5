import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'
import type { RefusalCode } from '#contract/refusals.ts'
import type { CallFailure } from '#client/api-call.ts'
import type { CallThunk } from '#client/call-thunk.ts'
import type { MessageId } from '#client/i18n/message-types.ts'
import { networkChanged } from '#client/live/network-slice.ts'
import type { EffectListeners } from './effects.ts'

/**
 * A toast. The state has the key of the message instead of the text, so that the toast is translated when the language
 * changes.
 */
export type ToastState = { id: string; kind: 'success' | 'failure'; message: MessageId; reason?: ToastFailureReason }

/** The message id of the reason for a failed command, which the toast adds. */
export type ToastFailureReason = 'toast.offline'

/** The maximum number of toasts; the oldest ones are removed. */
const maxToastsAtOnce = 3

export const toastsSlice = createSlice({
  name: 'toasts',
  initialState: [] as ToastState[],
  reducers: {
    /**
     * Adds a toast. The new toast replaces all toasts about successes and a toast with the same message. Toasts about
     * other failures stay, up to `maxToastsAtOnce`.
     */
    toastShown: {
      prepare: (kind: ToastState['kind'], message: MessageId, reason?: ToastFailureReason) => ({
        payload: { id: nanoid(), kind, message, ...(reason && { reason }) },
      }),
      reducer: (state, { payload }: PayloadAction<ToastState>) => {
        const others = state.filter(({ kind, message }) => kind === 'failure' && message !== payload.message)
        return [...others, payload].slice(-maxToastsAtOnce)
      },
    },
    toastClosed: (state, { payload }: PayloadAction<string>) => state.filter((toast) => toast.id !== payload),
    messageClosed: (state, { payload }: PayloadAction<MessageId>) => state.filter(({ message }) => message !== payload),
    /** Removes all toasts about failures, because they are obsolete after a retry or a navigation. */
    failuresClosed: (state) => state.filter((toast) => toast.kind !== 'failure'),
  },
  extraReducers: (builder) => {
    // When the network is back, removes only the reason 'offline' from the toasts, because the command has still
    // failed.
    builder.addCase(networkChanged, (state, { payload }) =>
      payload === 'online' ? state.map(({ id, kind, message }) => ({ id, kind, message })) : state,
    )
  },
})

export const { toastShown, toastClosed, messageClosed, failuresClosed } = toastsSlice.actions

/** Whether a toast shows the failure. Failures about sign-in and terms have pages of their own. */
export function isShownInToast(failure: CallFailure | undefined): boolean {
  return failure?.kind !== 'unauthenticated' && failure?.kind !== 'terms'
}

/**
 * The toast texts for a command's success and failure; null if the form shows the result. After an unknown outcome,
 * `failedLater` replaces a missing `failed`, because the form may be closed.
 */
type OutcomeTexts<Input> = {
  done: MessageId | ((input: Input) => MessageId) | null
  failed: MessageId | null
  failedLater?: MessageId
  /** Texts for single refusal codes. They replace `failed`. */
  refused?: Partial<Record<RefusalCode, MessageId>>
}

/**
 * Shows the result of a call in a toast. When the call starts, removes the toasts of earlier failures. Specification 8.
 */
export function showOutcomesInToasts<Input>(
  { startListening }: EffectListeners,
  call: CallThunk<Input>,
  { done, failed, failedLater, refused = {} }: OutcomeTexts<Input>,
): void {
  startListening({
    actionCreator: call.pending,
    effect: (_, { dispatch }) => void dispatch(failuresClosed()),
  })
  startListening({
    actionCreator: call.fulfilled,
    effect: ({ meta }, { dispatch }) => {
      if (done !== null) dispatch(toastShown('success', typeof done === 'function' ? done(meta.arg) : done))
    },
  })
  startListening({
    actionCreator: call.rejected,
    effect: ({ payload, meta }, { dispatch, getState, getOriginalState }) => {
      const wasUnknown = meta.requestId in getOriginalState().outcomes
      const own = payload?.kind === 'refused' ? refused[payload.code] : undefined
      const message = own ?? failed ?? (wasUnknown ? failedLater : undefined)
      if (message === undefined || !isShownInToast(payload)) return
      dispatch(toastShown('failure', message, getState().network === 'offline' ? 'toast.offline' : undefined))
    },
  })
}
