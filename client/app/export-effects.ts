import { isRefusedWith } from '#client/api-call.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { exportPushed } from '#client/appliances/state/appliance-events.ts'
import {
  dataExportsSlice,
  loadDataExports,
  requestDataExport,
  selectIsExportListOutdated,
} from '#client/appliances/data-export/data-exports-slice.ts'
import type { EffectListeners } from './effects.ts'
import type { Store } from './store.ts'
import { showOutcomesInToasts } from './toasts-slice.ts'

/** Adds the state and the effects of exports to the store. Called once, when the first page with exports opens. */
export function addExportEffects(store: Store, listeners: EffectListeners): void {
  store.addDataExports(dataExportsSlice.reducer)
  followExports(listeners)
}

/**
 * Starts the effects of exports: toasts, and reading the exports again after a request or a push. Specification 4.13
 * and 8.
 */
function followExports(listeners: EffectListeners): void {
  const { startListening } = listeners
  showOutcomesInToasts(listeners, requestDataExport, { done: 'toast.export-requested', failed: 'toast.export-failed' })
  startListening({
    actionCreator: requestDataExport.fulfilled,
    effect: async ({ meta }, { dispatch }) => {
      await dispatch(loadDataExports(meta.arg.applianceId))
    },
  })
  startListening({
    actionCreator: exportPushed,
    effect: async ({ payload }, { dispatch, getState }) => {
      if (selectIsExportListOutdated(getState(), payload)) await dispatch(loadDataExports(payload.resourceId))
    },
  })
  for (const { rejected } of [loadDataExports, requestDataExport]) {
    startListening({
      actionCreator: rejected,
      effect: async ({ payload }, { dispatch }) => {
        // Reads the list if the person no longer owns the appliance or the appliance was deleted.
        if (isRefusedWith(payload, 'not-owner', 'not-found')) await dispatch(loadAppliances())
      },
    })
  }
}
