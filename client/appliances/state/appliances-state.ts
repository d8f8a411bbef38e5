import type { CallFailure } from '#client/api-call.ts'
import type { Appliance } from './appliance.ts'

/** The state of the latest request of one kind. `idle`: no request was sent, or the last request succeeded. */
export type RequestProgress = { kind: 'idle' } | { kind: 'loading' } | { kind: 'failed'; error: CallFailure }

/** The parts of an appliance that a person edits in a form. Specification 3. */
export const editableParts = ['address', 'provider', 'support'] as const
export type EditablePart = (typeof editableParts)[number]

/** The operations on one appliance. Each operation has its own progress and error. Specification 8.6. */
export type ApplianceOperation = EditablePart | 'name' | 'consent' | 'delete' | 'reload'

export type ApplianceProgress = {
  progress: Readonly<Record<ApplianceOperation, RequestProgress>>
  isEditing: Readonly<Record<EditablePart, boolean>>
}

/** The state of the list. A reload keeps the appliances visible. */
export type ApplianceListState =
  | { kind: 'initial' }
  | { kind: 'loading' }
  | { kind: 'loaded' }
  | { kind: 'failed'; error: CallFailure }

export type AppliancesState = {
  /** The person's appliances, newest first. */
  items: Appliance[]
  list: ApplianceListState
  statusById: Record<string, ApplianceProgress>
  /** The number of the request whose list is shown. The list has no `seq`, so answers to earlier requests are ignored. */
  listed: number
  /** Whether the list is read every 60 s, because the socket is down or subscribing failed. Specification 14.4. */
  polling: boolean
  /** The time when the list was last read, in epoch ms; null before the first read. */
  listedAt: number | null
  /** The time when the server last sent anything, in epoch ms; null if unknown. */
  lastMessageAt: number | null
  /** Whether the last list request reached the server. */
  server: 'reached' | 'out-of-reach'
  isEditingAddAppliance: boolean
  /** Whether the person is editing a name. */
  isEditingName: boolean
  adding: RequestProgress
}

export const idleProgress = { kind: 'idle' } as const

export const loadingProgress = { kind: 'loading' } as const

/** The initial state of an appliance: no operation is in progress or has failed, and no form is open. */
export const initialApplianceProgress: ApplianceProgress = {
  progress: {
    address: idleProgress,
    provider: idleProgress,
    support: idleProgress,
    name: idleProgress,
    consent: idleProgress,
    delete: idleProgress,
    reload: idleProgress,
  },
  isEditing: { address: false, provider: false, support: false },
}

/** A form of an appliance that is open or that opens. */
export type EditedForm = { id: string; part: EditablePart }

/** The failure for a rejected thunk without a failure, which means that the app has an internal error. */
const unknownFailure: CallFailure = { kind: 'unexpected', status: 0 }

export function toFailedProgress(error: CallFailure | undefined): { kind: 'failed'; error: CallFailure } {
  return { kind: 'failed', error: error ?? unknownFailure }
}

export function findStoredAppliance({ items }: Pick<AppliancesState, 'items'>, id: string): Appliance | undefined {
  return items.find((each) => each.id === id)
}

function statusOf(state: AppliancesState, id: string): ApplianceProgress {
  return state.statusById[id] ?? initialApplianceProgress
}

export function setFormEditing(state: AppliancesState, { id, part }: EditedForm, isEditing: boolean): void {
  const status = statusOf(state, id)
  state.statusById[id] = { ...status, isEditing: { ...status.isEditing, [part]: isEditing } }
}

/** An appliance and one of its operations. */
type OfAppliance = { id: string; operation: ApplianceOperation }

export function setOperationProgress(
  state: AppliancesState,
  { id, operation }: OfAppliance,
  progress: RequestProgress,
): void {
  const status = statusOf(state, id)
  state.statusById[id] = { ...status, progress: { ...status.progress, [operation]: progress } }
}

/** The part of the store's state with the appliances. */
export type WithAppliances = { appliances: AppliancesState }

export function selectAppliances({ appliances }: WithAppliances): readonly Appliance[] {
  return appliances.items
}

export function selectApplianceIds({ appliances }: WithAppliances): string[] {
  return appliances.items.map(({ id }) => id)
}

export function selectAppliance({ appliances }: WithAppliances, id: string): Appliance | undefined {
  return findStoredAppliance(appliances, id)
}

/** Returns whether the person has appliances; `unknown` until the list is loaded. */
export function selectAppliancePresence({ appliances }: WithAppliances): 'unknown' | 'none' | 'some' {
  if (appliances.items.length > 0) return 'some'
  return appliances.list.kind === 'loaded' ? 'none' : 'unknown'
}

export function selectApplianceProgress({ appliances }: WithAppliances, id: string): ApplianceProgress {
  return appliances.statusById[id] ?? initialApplianceProgress
}

/** Whether an operation on this appliance is in progress. */
export function selectHasRunningOperation({ appliances }: WithAppliances, id: string): boolean {
  return Object.values(appliances.statusById[id]?.progress ?? {}).some(({ kind }) => kind === 'loading')
}

/** Whether a form of an appliance, or the add form, is in edit mode. Specification 2.6. */
export function selectIsEditingAppliance({ appliances }: WithAppliances): boolean {
  const { isEditingAddAppliance, isEditingName, statusById } = appliances
  return (
    isEditingAddAppliance ||
    isEditingName ||
    Object.values(statusById).some(({ isEditing }) => Object.values(isEditing).includes(true))
  )
}

/** Whether the page polls the list because it has no socket for its appliances. Specification 14.4. */
export function selectIsPolling({ appliances }: WithAppliances): boolean {
  return appliances.polling
}
