import { createListenerMiddleware, type ListenerMiddlewareInstance } from '@reduxjs/toolkit'
import { isRefusedWith } from '#client/api-call.ts'
import type { Analytics } from '#client/analytics/analytics.ts'
import {
  addAppliance,
  deleteAppliance,
  loadAppliances,
  replaceAllSubscriptions,
} from '#client/appliances/state/appliance-calls.ts'
import {
  applianceAdded,
  applianceRemoved,
  pollingStarted,
  pollingStopped,
} from '#client/appliances/state/appliances-slice.ts'
import { selectApplianceIds } from '#client/appliances/state/appliances-state.ts'
import { pollEveryMs } from '#client/appliances/state/freshness.ts'
import { type TabStorage, storeInvitation } from '#client/appliances/state/invitation-slice.ts'
import { isConnectionUpToDate } from '#client/live/live-connection.ts'
import type { ClientLog } from '#client/logging/client-log.ts'
import type { NavigationOptions } from '#client/router/router.ts'
import { signedOut } from '#client/sign-in/session.ts'
import { startAccountEffects, startTermsEffects } from './account-effects.ts'
import { startAnalyticsEffects } from './analytics-effects.ts'
import { startUnknownOutcomeEffects } from './unknown-outcome-effects.ts'
import { startServiceEffects } from './service-effects.ts'
import type { Dispatch, State } from './store.ts'
import { showOutcomesInToasts, toastShown } from './toasts-slice.ts'

export type EffectDependencies = Analytics & {
  log: ClientLog
  /** Navigates to a path within the app, without loading a document. */
  navigate(path: string, entering?: NavigationOptions): void
  tabStorage: TabStorage
  /**
   * Dispatches an event of this name on the window. Scripts of the brand's tag manager listen to such events.
   * Specification 4.14.
   */
  emit(signal: 'tos-checked'): void
}

export type EffectListeners = ListenerMiddlewareInstance<State, Dispatch>

/** Creates the listeners that show toasts, read data again and navigate after actions. Specification 4 and 8. */
export function createEffects(dependencies: EffectDependencies): EffectListeners {
  const listeners = createListenerMiddleware<State, Dispatch>()
  startAnalyticsEffects(listeners, dependencies)
  handleAppliancesAdded(listeners, dependencies)
  handleAppliancesDeleted(listeners, dependencies)
  followList(listeners, dependencies)
  followSubscribing(listeners)
  followPolling(listeners)
  followInvitation(listeners, dependencies)
  startServiceEffects(listeners)
  startTermsEffects(listeners, dependencies)
  startAccountEffects(listeners, dependencies)
  startUnknownOutcomeEffects(listeners)
  return listeners
}

function handleAppliancesAdded(listeners: EffectListeners, { navigate }: EffectDependencies): void {
  showOutcomesInToasts(listeners, addAppliance, { done: null, failed: null, failedLater: 'toast.add-failed' })
  listeners.startListening({
    actionCreator: addAppliance.fulfilled,
    effect: async ({ payload }, { dispatch, getState }) => {
      // Without an appliance, the answer is a request to the owner; the form itself shows this.
      if ('state' in payload) return
      dispatch(toastShown('success', 'toast.added'))
      const loaded = await dispatch(loadAppliances())
      const isRead = loadAppliances.fulfilled.match(loaded)
      // The appliance was added. The list shows it even if it cannot be read now.
      if (!isRead) dispatch(applianceAdded(payload))
      navigate('/appliances')
      if (!isRead) await dispatch(replaceAllSubscriptions(selectApplianceIds(getState())))
    },
  })
}

function handleAppliancesDeleted(listeners: EffectListeners, { navigate }: EffectDependencies): void {
  showOutcomesInToasts(listeners, deleteAppliance, { done: 'toast.deleted', failed: 'toast.delete-failed' })
  listeners.startListening({
    actionCreator: deleteAppliance.fulfilled,
    effect: async ({ meta }, { dispatch }) => {
      const loaded = await dispatch(loadAppliances())
      // The appliance was deleted. The list omits it even if it cannot be read now.
      if (loadAppliances.rejected.match(loaded)) dispatch(applianceRemoved(meta.arg))
      navigate('/appliances')
    },
  })
  listeners.startListening({
    actionCreator: deleteAppliance.rejected,
    effect: async ({ payload }, { dispatch }) => {
      // Reads the list if another owner or another tab has already removed the appliance.
      if (isRefusedWith(payload, 'not-found')) await dispatch(loadAppliances())
    },
  })
}

function followList({ startListening }: EffectListeners, { log }: EffectDependencies): void {
  /** The subscribed ids, joined by commas; null before the first subscription and after a failed one. */
  let subscribedId: string | null = null
  startListening({
    actionCreator: loadAppliances.rejected,
    effect: ({ payload, error }) => log.error('Error getting appliances list', payload ?? error),
  })
  startListening({
    actionCreator: loadAppliances.fulfilled,
    effect: async (_, { dispatch, getState }) => {
      const ids = selectApplianceIds(getState())
      if (ids.join() === subscribedId) return
      subscribedId = ids.join()
      await dispatch(replaceAllSubscriptions(ids))
    },
  })
  startListening({
    actionCreator: replaceAllSubscriptions.rejected,
    effect: ({ payload, error }) => {
      subscribedId = null
      log.warn('Subscribing to the appliances failed', payload ?? error)
    },
  })
}

/** Starts polling if subscribing fails: a live socket without subscriptions gets no messages about appliances. */
function followSubscribing({ startListening }: EffectListeners): void {
  startListening({
    actionCreator: replaceAllSubscriptions.rejected,
    effect: (_, { dispatch, getState }) => {
      if (isConnectionUpToDate(getState().live)) dispatch(pollingStarted(null))
    },
  })
  startListening({
    actionCreator: replaceAllSubscriptions.fulfilled,
    effect: (_, { dispatch, getState }) => {
      const { live, appliances } = getState()
      if (appliances.polling && isConnectionUpToDate(live)) dispatch(pollingStopped())
    },
  })
}

function followPolling({ startListening }: EffectListeners): void {
  startListening({
    actionCreator: pollingStarted,
    effect: async (_, { cancelActiveListeners, condition, dispatch, fork, getState }) => {
      cancelActiveListeners()
      const pollingTask = fork(async ({ delay }) => {
        for (;;) {
          await delay(pollEveryMs)
          // Does not read the list if terms are missing, because the server would refuse the request. The page already
          // shows a callout.
          if (getState().live.kind !== 'terms-missing') await dispatch(loadAppliances())
        }
      })
      await condition((action) => pollingStopped.match(action) || signedOut.match(action))
      pollingTask.cancel()
    },
  })
}

/**
 * Writes each change of the invitation to the tab's storage, so that an answered invitation does not appear again
 * after a reload.
 */
function followInvitation({ startListening }: EffectListeners, { tabStorage }: EffectDependencies): void {
  startListening({
    predicate: (_, { invitation }, { invitation: before }) => invitation !== before,
    effect: (_, { getState }) => storeInvitation(tabStorage, getState().invitation),
  })
}
