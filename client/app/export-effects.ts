import { loadAppliances } from '#client/appliances/appliance-calls.ts'
import { exportPushed } from '#client/appliances/appliance-events.ts'
import {
  dataExportsSlice,
  loadDataExports,
  requestDataExport,
  selectIsOutdated,
} from '#client/appliances/data-export/data-exports-slice.ts'
import type { Listeners } from './effects.ts'
import type { Store } from './store.ts'
import { toastOutcome } from './toasts-slice.ts'

/** Gives exports their place in the page's state, and starts what follows from them; once, with their page. */
export function addExportEffects(store: Store, listeners: Listeners): void {
  store.addDataExports(dataExportsSlice.reducer)
  followExports(listeners)
}

/** What follows from requests for exports. Specification 4.13 and 8. */
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
        // Somebody else owns the appliance by now, or it is gone.
        const isLost = payload?.kind === 'refused' && (payload.code === 'not-owner' || payload.code === 'not-found')
        if (isLost) await dispatch(loadAppliances())
      },
    })
  }
}
