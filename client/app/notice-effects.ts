import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { noticesPushed } from '#client/notices/notice-events.ts'
import { loadNotices, markNoticesAsRead, noticesCleared, noticesSlice } from '#client/notices/notices-slice.ts'
import { signedOut } from '#client/sign-in/session.ts'
import type { EffectListeners } from './effects.ts'
import type { Store } from './store.ts'
import { isShownInToast, toastShown } from './toasts-slice.ts'

/** Adds the state and the effects of notices to the store, and reads the notices. Called once. */
export function addNoticeEffects(store: Store, listeners: EffectListeners): void {
  // The state of notices is null until the reducer of notices is added.
  store.addNotices((state, action) => noticesSlice.reducer(state ?? undefined, action))
  followNotices(listeners)
  void store.dispatch(loadNotices())
}

/**
 * Reads the notices again when the server reports a change, when the socket is back, and with each poll. If the notices
 * cannot be marked as read, reads them to show the stored state. Specification 14.3 and 23.6.
 */
function followNotices({ startListening }: EffectListeners): void {
  startListening({
    actionCreator: noticesPushed,
    effect: async (_, { dispatch }) => void (await dispatch(loadNotices())),
  })
  startListening({
    // Messages may have been lost while there was no socket.
    predicate: (_, { live }, { live: before }) => live.kind === 'live' && before.kind !== 'live',
    effect: async (_, { dispatch }) => void (await dispatch(loadNotices())),
  })
  startListening({
    actionCreator: loadAppliances.fulfilled,
    effect: async (_, { dispatch, getState }) => {
      if (getState().appliances.polling) await dispatch(loadNotices())
    },
  })
  startListening({
    // Reads the appliance list again if a new notice says that this person's access or ownership has changed.
    actionCreator: loadNotices.fulfilled,
    effect: async ({ payload }, { dispatch, getOriginalState }) => {
      const before = getOriginalState().notices?.items
      const wasListed = (id: string) => before?.some((notice) => notice.id === id) ?? true
      const isNew = payload.items.some(({ id, event }) => /^own(?:-access|ership)-/u.test(event.kind) && !wasListed(id))
      if (isNew) await dispatch(loadAppliances())
    },
  })
  startListening({
    actionCreator: markNoticesAsRead.rejected,
    effect: async ({ payload }, { dispatch }) => {
      if (isShownInToast(payload)) dispatch(toastShown('failure', 'notices.read-failed'))
      await dispatch(loadNotices())
    },
  })
  startListening({ actionCreator: signedOut, effect: (_, { dispatch }) => void dispatch(noticesCleared()) })
}
