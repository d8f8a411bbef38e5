import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { exportPushed } from '#client/appliances/state/appliance-events.ts'
import {
  dataExportsSlice,
  loadDataExports,
  requestDataExport,
  selectIsOutdated,
} from '#client/appliances/data-export/data-exports-slice.ts'
import type { Listeners } from './effects.ts'
import type { Store } from './store.ts'
import { toastOutcome } from './toasts-slice.ts'

/** Adds exports to the page's state, and starts their effects; called once, when their page is opened. */
export function addExportEffects(store: Store, listeners: Listeners): void {
  store.addDataExports(dataExportsSlice.reducer)
  followExports(listeners)
}

/** Effects of export requests. Specification 4.13 and 8. */
function followExports(listeners: Listeners): void {
  const { startListening } = listeners
  toastOutcome(listeners, requestDataExport, { done: 'toast.export-requested', failed: 'toast.export-failed' })
  startListening({
    actionCreator: requestDataExport.fulfilled,
    effect: async ({ meta }, { dispatch }) => {
      await dispatch(loadDataExports(meta.arg.applianceId))
    },
  })
  startListening({
    actionCreator: exportPushed,
    effect: async ({ payload }, { dispatch, getState }) => {
      if (selectIsOutdated(getState(), payload)) await dispatch(loadDataExports(payload.resourceId))
    },
  })
  for (const { rejected } of [loadDataExports, requestDataExport]) {
    startListening({
      actionCreator: rejected,
      effect: async ({ payload }, { dispatch }) => {
        // The appliance has another owner now, or was deleted.
        const isLost = payload?.kind === 'refused' && (payload.code === 'not-owner' || payload.code === 'not-found')
        if (isLost) await dispatch(loadAppliances())
      },
    })
  }
}
