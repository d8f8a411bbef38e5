import type { Failure } from '#client/api.ts'
import type { Appliance } from './appliance.ts'

/** How far something asked of the server has come. */
export type Progress = { kind: 'idle' } | { kind: 'loading' } | { kind: 'failed'; error: Failure }

/** The parts of an appliance whose form the owner may have open. Specification 3. */
export const editableParts = ['address', 'provider', 'support'] as const
export type EditablePart = (typeof editableParts)[number]

/** What the server may be asked of one appliance; each keeps its own error. Specification 8.6. */
export type Operation = EditablePart | 'name' | 'consent' | 'delete' | 'reload'

export type ApplianceProgress = {
  progress: Readonly<Record<Operation, Progress>>
  isEditing: Readonly<Record<EditablePart, boolean>>
}

/** How far the list has come. A later load leaves the appliances on the screen while it is under way. */
export type ListState =
  | { kind: 'initial' }
  | { kind: 'loading' }
  | { kind: 'loaded' }
  | { kind: 'failed'; error: Failure }

export type AppliancesState = {
  /** Newest first. */
  items: Appliance[]
  list: ListState
  statusById: Record<string, ApplianceProgress>
  /** The number of the request last made for the list or for an appliance. */
  asked: number
  /** The number of the request for the list that is shown. */
  listed: number
  /** The reading last asked for of each appliance, until it is answered: the answers to others may be older. */
  readingById: Record<string, string>
  /**
   * The request last made before the status of an appliance, or the rest of it, was told or changed: its answer may not
   * know of that, nor may earlier ones.
   */
  statusAsOf: Record<string, number>
  restAsOf: Record<string, number>
  /** For the last emergency: the last request before a fault of an appliance ended. */
  emergencyAsOf: Record<string, number>
  /** Whether the list is read every 60 s because the socket is down. Specification 14.4. */
  polling: boolean
  /** When the list was last read, in epoch ms. */
  listedAt: number | null
  /** When anything last came from the server, epoch ms. */
  heardAt: number | null
  /** Whether the list could last be asked for at all. */
  server: 'reached' | 'out-of-reach'
  isEditingAddAppliance: boolean
  /** Whether a name was typed and not saved. */
  isEditingName: boolean
  adding: Progress
  subscriptions: Progress
}

export const idle = { kind: 'idle' } as const

export const loading = { kind: 'loading' } as const

/** What holds for an appliance nobody has touched yet. */
export const untouched: ApplianceProgress = {
  progress: { address: idle, provider: idle, support: idle, name: idle, consent: idle, delete: idle, reload: idle },
  isEditing: { address: false, provider: false, support: false },
}

/** A form of an appliance. */
export type EditedForm = { id: string; part: EditablePart }

/** A rejection that brought no failure: a fault of the page itself. */
const unknownFailure: Failure = { kind: 'unexpected', status: 0 }

export function failed(error: Failure | undefined): { kind: 'failed'; error: Failure } {
  return { kind: 'failed', error: error ?? unknownFailure }
}

export function storedOf({ items }: Pick<AppliancesState, 'items'>, id: string): Appliance | undefined {
  return items.find((each) => each.id === id)
}

function statusOf(state: AppliancesState, id: string): ApplianceProgress {
  return state.statusById[id] ?? untouched
}

export function setEditing(state: AppliancesState, { id, part }: EditedForm, isEditing: boolean): void {
  const status = statusOf(state, id)
  state.statusById[id] = { ...status, isEditing: { ...status.isEditing, [part]: isEditing } }
}

/** An operation of one appliance. */
type OfAppliance = { id: string; operation: Operation }

export function setProgress(state: AppliancesState, { id, operation }: OfAppliance, progress: Progress): void {
  const status = statusOf(state, id)
  state.statusById[id] = { ...status, progress: { ...status.progress, [operation]: progress } }
}

/** The part of the page's state that belongs to this feature. */
export type WithAppliances = { appliances: AppliancesState }

export function selectAppliances({ appliances }: WithAppliances): readonly Appliance[] {
  return appliances.items
}

export function selectApplianceIds({ appliances }: WithAppliances): string[] {
  return appliances.items.map(({ id }) => id)
}

export function selectAppliance({ appliances }: WithAppliances, id: string): Appliance | undefined {
  return storedOf(appliances, id)
}

/** `unknown` until the list was loaded once. */
export function selectHowMany({ appliances }: WithAppliances): 'unknown' | 'none' | 'some' {
  if (appliances.items.length > 0) return 'some'
  return appliances.list.kind === 'loaded' ? 'none' : 'unknown'
}

export function selectProgress({ appliances }: WithAppliances, id: string): ApplianceProgress {
  return appliances.statusById[id] ?? untouched
}

/** Whether a form of an appliance, or of the one person is about to add, is in edit mode. Specification 2.6. */
export function selectIsEditing({ appliances }: WithAppliances): boolean {
  const { isEditingAddAppliance, isEditingName, statusById } = appliances
  return (
    isEditingAddAppliance ||
    isEditingName ||
    Object.values(statusById).some(({ isEditing }) => Object.values(isEditing).includes(true))
  )
}

/** Whether the page reads the list now and then because no socket tells it of its appliances. Specification 14.4. */
export function selectIsPolling({ appliances }: WithAppliances): boolean {
  return appliances.polling
}
