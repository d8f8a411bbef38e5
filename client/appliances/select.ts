import type { WithLive } from '#client/live/live-slice.ts'
import { type ApplianceProgress, appliancesAdapter, type AppliancesState, untouched } from './appliances-state.ts'

/** The part of the page's state that belongs to this feature. */
export type WithAppliances = { appliances: AppliancesState }

const selectors = appliancesAdapter.getSelectors((state: WithAppliances) => state.appliances)

export const selectAppliances = selectors.selectAll
export const selectApplianceIds = selectors.selectIds
export const selectAppliance = selectors.selectById

/** `unknown` until the list was loaded once. */
export function selectHowMany({ appliances }: WithAppliances): 'unknown' | 'none' | 'some' {
  if (appliances.ids.length > 0) return 'some'
  return appliances.list.kind === 'loaded' ? 'none' : 'unknown'
}

export function selectProgress({ appliances }: WithAppliances, id: string): ApplianceProgress {
  return appliances.statusById[id] ?? untouched
}

/** Whether a form of an appliance, or of the one person is about to add, is in edit mode. Specification 2.6. */
export function selectIsEditing({ appliances }: WithAppliances): boolean {
  return appliances.isEditingAddAppliance || Object.values(appliances.statusById).some(isEditingAny)
}

export function isEditingAny({ isEditing }: ApplianceProgress): boolean {
  return Object.values(isEditing).includes(true)
}

/** Whether the page reads the list now and then because the socket is down. Specification 14. */
export function selectIsPolling({ appliances }: WithAppliances): boolean {
  return appliances.polling
}

/** When anything last came from the server, while the page only polls; null while it hears live. Specification 14. */
export function selectLastSeen({ appliances }: WithAppliances): number | null {
  return appliances.polling ? appliances.heardAt : null
}

/** Why what is shown may be older than a minute; null while it is not. */
export function selectOutage({ live, appliances }: WithLive & WithAppliances): 'offline' | 'unreachable' | null {
  if (live.kind === 'offline') return 'offline'
  return appliances.polling && appliances.server === 'out-of-reach' ? 'unreachable' : null
}
