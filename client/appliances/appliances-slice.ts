import { createEntityAdapter, createSlice, type EntityState, type PayloadAction } from '@reduxjs/toolkit'
import type { GatewayStatus } from '#contract/appliance.ts'
import type { Failure } from '#client/api.ts'
import {
  addAppliance,
  deleteAppliance,
  loadAppliances,
  reloadAppliance,
  refreshSubscriptions,
} from './appliance-calls.ts'
import { type Appliance, toAppliance, toAppliances } from './appliance.ts'

/** How far something asked of the server has come. */
export type Progress = { kind: 'idle' } | { kind: 'loading' } | { kind: 'failed'; error: Failure }

/** The parts of an appliance whose form the owner may have open. Specification 3. */
export const editableParts = ['address', 'provider', 'support'] as const
export type EditablePart = (typeof editableParts)[number]

/** What the server may be asked of one appliance; each keeps its own error. Specification 8, "Stored errors". */
export type Operation = EditablePart | 'consent' | 'delete' | 'reload'

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

export type AppliancesState = EntityState<Appliance, string> & {
  list: ListState
  statusById: Record<string, ApplianceProgress>
  /** Whether the list is read every 60 s because the socket is down. Decisions 5. */
  polling: boolean
  /** When anything last came from the server, epoch ms. */
  heardAt: number | null
  isEditingAddAppliance: boolean
  adding: Progress
  subscriptions: Progress
}

export const appliancesAdapter = createEntityAdapter<Appliance>()

const idle = { kind: 'idle' } as const

const loading = { kind: 'loading' } as const

/** What holds for an appliance nobody has touched yet. */
export const untouched: ApplianceProgress = {
  progress: { address: idle, provider: idle, support: idle, consent: idle, delete: idle, reload: idle },
  isEditing: { address: false, provider: false, support: false },
}

const initialState: AppliancesState = {
  ...appliancesAdapter.getInitialState(),
  list: { kind: 'initial' },
  statusById: {},
  polling: false,
  heardAt: null,
  isEditingAddAppliance: false,
  adding: idle,
  subscriptions: idle,
}

export type StatusPush = { id: string; status: GatewayStatus; since: string | null; at: number }

type Part = { id: string; part: EditablePart }

/** The connections list. Specification 3 ("Client-side state") and 4. */
export const appliancesSlice = createSlice({
  name: 'appliances',
  initialState,
  reducers: {
    /** A notification of resource type gateway came. */
    statusPushed(state, { payload }: PayloadAction<StatusPush>) {
      state.heardAt = payload.at
      appliancesAdapter.updateOne(state, {
        id: payload.id,
        changes: { applianceStatus: payload.status, statusSince: payload.since },
      })
    },
    pollingStarted(state) {
      state.polling = true
    },
    pollingStopped(state) {
      state.polling = false
    },
    editingStarted(state, { payload }: PayloadAction<Part>) {
      setEditing(state, payload, true)
    },
    editingCancelled(state, { payload }: PayloadAction<Part>) {
      setEditing(state, payload, false)
    },
    addEditingStarted(state) {
      state.isEditingAddAppliance = true
    },
    addEditingCancelled(state) {
      state.isEditingAddAppliance = false
    },
    /** Every form is given up. */
    editingReset: resetEditing,
  },
  extraReducers: (builder) =>
    builder
      .addCase(loadAppliances.pending, (state) => {
        state.list = loading
      })
      .addCase(loadAppliances.fulfilled, (state, { payload: { connections, at } }) => {
        state.list = { kind: 'loaded' }
        state.heardAt = at
        appliancesAdapter.setAll(state, toAppliances(connections))
        keepOnlyListed(state)
      })
      .addCase(loadAppliances.rejected, (state, { payload }) => {
        state.list = failed(payload)
      })
      .addCase(reloadAppliance.pending, (state, { meta }) => setProgress(state, meta.arg, 'reload', loading))
      .addCase(reloadAppliance.fulfilled, (state, { payload, meta }) => {
        setProgress(state, meta.arg, 'reload', idle)
        const known = state.entities[payload.id]
        if (known) appliancesAdapter.setOne(state, toAppliance(payload, known.placementInType))
      })
      .addCase(reloadAppliance.rejected, (state, { payload, meta }) =>
        setProgress(state, meta.arg, 'reload', failed(payload)),
      )
      .addCase(addAppliance.pending, (state) => {
        state.adding = loading
      })
      .addCase(addAppliance.fulfilled, (state) => {
        resetEditing(state)
      })
      .addCase(addAppliance.rejected, (state, { payload }) => {
        state.adding = failed(payload)
      })
      .addCase(deleteAppliance.pending, (state, { meta }) => setProgress(state, meta.arg, 'delete', loading))
      .addCase(deleteAppliance.fulfilled, (state, { meta }) => setProgress(state, meta.arg, 'delete', idle))
      .addCase(deleteAppliance.rejected, (state, { payload, meta }) =>
        setProgress(state, meta.arg, 'delete', failed(payload)),
      )
      .addCase(refreshSubscriptions.pending, (state) => {
        state.subscriptions = loading
      })
      .addCase(refreshSubscriptions.fulfilled, (state) => {
        state.subscriptions = idle
      })
      .addCase(refreshSubscriptions.rejected, (state, { payload }) => {
        state.subscriptions = failed(payload)
      }),
})

export const {
  statusPushed,
  pollingStarted,
  pollingStopped,
  editingStarted,
  editingCancelled,
  addEditingStarted,
  addEditingCancelled,
  editingReset,
} = appliancesSlice.actions

/** A rejection that brought no failure: a fault of the page itself. */
const unknownFailure: Failure = { kind: 'unexpected', status: 0 }

function failed(error: Failure | undefined): { kind: 'failed'; error: Failure } {
  return { kind: 'failed', error: error ?? unknownFailure }
}

function statusOf(state: AppliancesState, id: string): ApplianceProgress {
  return state.statusById[id] ?? untouched
}

function setEditing(state: AppliancesState, { id, part }: Part, isEditing: boolean): void {
  const status = statusOf(state, id)
  state.statusById[id] = { ...status, isEditing: { ...status.isEditing, [part]: isEditing } }
}

function setProgress(state: AppliancesState, id: string, operation: Operation, progress: Progress): void {
  const status = statusOf(state, id)
  state.statusById[id] = { ...status, progress: { ...status.progress, [operation]: progress } }
}

function resetEditing(state: AppliancesState): void {
  state.isEditingAddAppliance = false
  state.adding = idle
  for (const [id, status] of Object.entries(state.statusById)) {
    state.statusById[id] = { ...status, isEditing: untouched.isEditing }
  }
}

/** Editing flags stay with the appliances that stay; of those that went nothing is kept. */
function keepOnlyListed(state: AppliancesState): void {
  for (const id of Object.keys(state.statusById)) {
    if (!state.entities[id]) delete state.statusById[id]
  }
}
