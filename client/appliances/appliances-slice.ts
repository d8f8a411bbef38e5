import { type ActionReducerMapBuilder, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Connection } from '#contract/appliance.ts'
import type { Failure } from '#client/api.ts'
import type { CallThunk } from '#client/call-thunk.ts'
import {
  addAppliance,
  addProvider,
  addSupport,
  deleteAppliance,
  loadAppliances,
  refreshSubscriptions,
  reloadAppliance,
  removeProvider,
  renameAppliance,
  renewConsent,
  saveAddress,
  withdrawSupport,
} from './appliance-calls.ts'
import { providerFormCancelled } from './appliance-events.ts'
import { type Appliance, type StatusPush, toAppliance, toAppliances } from './appliance.ts'
import {
  type AppliancesState,
  failed,
  type EditedForm,
  idle,
  storedOf,
  loading,
  type Operation,
  setEditing,
  setProgress,
  untouched,
} from './appliances-state.ts'

const initialState: AppliancesState = {
  items: [],
  list: { kind: 'initial' },
  statusById: {},
  asked: 0,
  listed: 0,
  readingById: {},
  statusAsOf: {},
  restAsOf: {},
  emergencyAsOf: {},
  polling: false,
  listedAt: null,
  lastMessageAt: null,
  server: 'reached',
  isEditingAddAppliance: false,
  isEditingName: false,
  adding: idle,
  subscriptions: idle,
}

/** The connections list. Specification 3.10 and 4. */
export const appliancesSlice = createSlice({
  name: 'appliances',
  initialState,
  reducers: {
    /** A notification of resource type gateway arrived. */
    statusPushed(state, { payload }: PayloadAction<StatusPush>) {
      state.lastMessageAt = payload.at
      const { id, status: applianceStatus, since: statusSince, fault } = payload
      state.statusAsOf[id] = state.asked
      noteEndedFault(state, payload)
      Object.assign(storedOf(state, id) ?? {}, { applianceStatus, statusSince, fault })
    },
    /** `lastMessageAt`: when the server last sent anything, epoch ms; null if unknown. */
    pollingStarted(state, { payload: lastMessageAt }: PayloadAction<number | null>) {
      state.polling = true
      if (lastMessageAt !== null && lastMessageAt > (state.lastMessageAt ?? 0)) state.lastMessageAt = lastMessageAt
    },
    pollingStopped(state) {
      state.polling = false
    },
    editingStarted(state, { payload }: PayloadAction<EditedForm>) {
      setEditing(state, payload, true)
    },
    editingCancelled(state, { payload }: PayloadAction<EditedForm>) {
      setEditing(state, payload, false)
    },
    addEditingStarted(state) {
      state.isEditingAddAppliance = true
    },
    addEditingCancelled(state) {
      state.isEditingAddAppliance = false
    },
    nameEditingStarted(state) {
      state.isEditingName = true
    },
    nameEditingEnded(state) {
      state.isEditingName = false
    },
    /** Puts a new appliance first in the list; for an appliance that is in the list already nothing changes. */
    applianceAdded(state, { payload: connection }: PayloadAction<Connection>) {
      if (storedOf(state, connection.id)) return
      const { applianceType } = connection
      const sameType = state.items.filter((each) => each.applianceType === applianceType)
      state.items.unshift(toAppliance(connection, sameType.length + 1))
    },
    applianceRemoved(state, { payload: id }: PayloadAction<string>) {
      state.items = state.items.filter((appliance) => appliance.id !== id)
    },
    /** Closes all forms. */
    editingReset: resetEditing,
  },
  extraReducers: (builder) => {
    addListCases(builder)
    addServiceCases(builder)
    keepProgress(builder, renameAppliance, 'name')
    keepProgress(builder, saveAddress, 'address')
    keepProgress(builder, addProvider, 'provider')
    keepProgress(builder, removeProvider, 'provider')
    keepProgress(builder, renewConsent, 'consent')
    keepProgress(builder, addSupport, 'support')
    keepProgress(builder, withdrawSupport, 'support')
    keepProgress(builder, reloadAppliance, 'reload')
    keepProgress(builder, deleteAppliance, 'delete')
  },
})

type Builder = ActionReducerMapBuilder<AppliancesState>

function addListCases(builder: Builder): void {
  builder
    .addCase(loadAppliances.pending, (state, { meta }) => {
      state.list = loading
      state.asked = numberOf(meta)
    })
    .addCase(loadAppliances.fulfilled, (state, { payload: { connections, at }, meta }) => {
      const request = numberOf(meta)
      if (request < state.listed) return
      state.listed = request
      state.list = { kind: 'loaded' }
      state.server = 'reached'
      state.listedAt = at
      state.lastMessageAt = at
      state.items = toAppliances(connections).map((appliance) => newestOf(state, appliance, request))
      keepOnlyEditable(state)
    })
    .addCase(loadAppliances.rejected, (state, { payload, meta }) => {
      if (numberOf(meta) < state.listed) return
      state.list = failed(payload)
      state.server = isOutOfReach(payload) ? 'out-of-reach' : 'reached'
    })
    .addCase(reloadAppliance.pending, (state, { meta }) => {
      state.readingById[meta.arg] = meta.requestId
      state.asked = numberOf(meta)
    })
    .addCase(reloadAppliance.fulfilled, (state, { payload, meta }) => {
      if (state.readingById[meta.arg] !== meta.requestId) return
      delete state.readingById[meta.arg]
      replaceOne(state, payload, numberOf(meta))
    })
    .addCase(reloadAppliance.rejected, (state, { meta }) => {
      if (state.readingById[meta.arg] === meta.requestId) delete state.readingById[meta.arg]
    })
    .addCase(addAppliance.pending, (state) => {
      state.adding = loading
    })
    .addCase(addAppliance.fulfilled, resetEditing)
    .addCase(addAppliance.rejected, (state, { payload }) => {
      state.adding = failed(payload)
    })
    .addCase(refreshSubscriptions.pending, (state) => {
      state.subscriptions = loading
    })
    .addCase(refreshSubscriptions.fulfilled, (state) => {
      state.subscriptions = idle
    })
    .addCase(refreshSubscriptions.rejected, (state, { payload }) => {
      state.subscriptions = failed(payload)
    })
}

/** State changes after naming an appliance, saving an address, and connecting or leaving a company. Specification 4. */
function addServiceCases(builder: Builder): void {
  builder
    .addCase(renameAppliance.fulfilled, (state, { payload }) => changeRest(state, payload))
    .addCase(saveAddress.fulfilled, (state, { payload, meta: { arg } }) => {
      changeRest(state, payload)
      finish(state, { id: arg.id, part: 'address' })
    })
    .addCase(addProvider.fulfilled, (state, { payload, meta: { arg } }) => {
      if (payload.companyType === 'SUPPORT') changeService(state, arg.id, { provider: payload })
      finish(state, { id: arg.id, part: 'provider' })
    })
    .addCase(removeProvider.fulfilled, (state, { meta: { arg } }) => changeService(state, arg.id, { provider: null }))
    .addCase(renewConsent.fulfilled, (state, { payload, meta: { arg } }) => {
      if (payload.companyType === 'SUPPORT') changeService(state, arg.id, { provider: payload })
      finish(state, { id: arg.id, part: 'provider' })
    })
    .addCase(addSupport.fulfilled, (state, { payload, meta: { arg } }) => {
      if (payload.companyType === 'ASA') changeService(state, arg.id, { asaSupport: payload })
      finish(state, { id: arg.id, part: 'support' })
    })
    .addCase(withdrawSupport.fulfilled, (state, { meta: { arg } }) =>
      changeService(state, arg.id, { asaSupport: null }),
    )
    .addCase(providerFormCancelled, (state, { payload: { id } }) => setEditing(state, { id, part: 'provider' }, false))
}

/** The progress of a call for one appliance. */
function keepProgress<Input extends string | { id: string }>(
  builder: Builder,
  call: CallThunk<Input>,
  operation: Operation,
): void {
  const progressOf = (input: Input) => ({ id: typeof input === 'string' ? input : input.id, operation })
  builder
    .addMatcher(call.pending.match, (state, { meta }) => setProgress(state, progressOf(meta.arg), loading))
    .addMatcher(call.fulfilled.match, (state, { meta }) => setProgress(state, progressOf(meta.arg), idle))
    .addMatcher(call.rejected.match, (state, { meta, payload }) =>
      setProgress(state, progressOf(meta.arg), failed(payload)),
    )
}

export const {
  statusPushed,
  pollingStarted,
  pollingStopped,
  editingStarted,
  editingCancelled,
  addEditingStarted,
  addEditingCancelled,
  nameEditingStarted,
  nameEditingEnded,
  applianceAdded,
  applianceRemoved,
  editingReset,
} = appliancesSlice.actions

/** Whether the portal could not be reached or is unavailable. Any other refusal is an answer. */
function isOutOfReach(failure: Failure | undefined): boolean {
  if (failure?.kind === 'refused') return failure.code === 'unavailable'
  return failure?.kind === 'network' || failure?.kind === 'timeout' || failure?.kind === 'unexpected'
}

function resetEditing(state: AppliancesState): void {
  state.isEditingAddAppliance = false
  state.isEditingName = false
  state.adding = idle
  for (const [id, status] of Object.entries(state.statusById)) {
    state.statusById[id] = { ...status, isEditing: untouched.isEditing }
  }
}

function numberOf({ requestId }: { requestId: string }): number {
  return Number(requestId)
}

/** Merges an answered appliance with changes that were received after its request was sent. */
function newestOf(state: AppliancesState, answered: Appliance, request: number): Appliance {
  const { id } = answered
  const stored = storedOf(state, id) ?? answered
  const { applianceStatus, statusSince, fault } = (state.statusAsOf[id] ?? 0) >= request ? stored : answered
  const { name, service } = (state.restAsOf[id] ?? 0) >= request ? stored : answered
  const { lastEmergency } = (state.emergencyAsOf[id] ?? 0) >= request ? stored : answered
  return { ...answered, applianceStatus, statusSince, fault, name, service, lastEmergency }
}

/** A push does not contain whether the ended fault was an emergency, so this is unknown until the next read. */
function noteEndedFault(state: AppliancesState, { id, fault }: StatusPush): void {
  const stored = storedOf(state, id)
  const code = stored?.fault?.code ?? null
  if (!stored || code === null || code === fault?.code) return
  state.emergencyAsOf[id] = state.asked
  stored.lastEmergency = { kind: 'unknown' }
}

/** Keeps the editing flags of appliances that still exist and may be edited; removes all others. */
function keepOnlyEditable(state: AppliancesState): void {
  for (const [id, status] of Object.entries(state.statusById)) {
    const appliance = storedOf(state, id)
    if (!appliance) delete state.statusById[id]
    else if (!appliance.service.canEditContract) state.statusById[id] = { ...status, isEditing: untouched.isEditing }
  }
}

function replaceOne(state: AppliancesState, connection: Connection, request: number): void {
  // A newer list is already shown.
  if (request < state.listed) return
  const { id } = connection
  state.items = state.items.map((stored) =>
    stored.id === id ? newestOf(state, toAppliance(connection, stored.placementInType), request) : stored,
  )
  for (const stored of [state.statusAsOf, state.restAsOf, state.emergencyAsOf])
    stored[id] = Math.max(stored[id] ?? 0, request)
}

/** The answer to a change updates everything except the status, for which a newer push may have arrived. */
function changeRest(state: AppliancesState, connection: Connection): void {
  const { id, name, service } = toAppliance(connection, 0)
  state.restAsOf[id] = state.asked
  Object.assign(storedOf(state, id) ?? {}, { name, service })
}

function changeService(state: AppliancesState, id: string, changes: Partial<Appliance['service']>): void {
  state.restAsOf[id] = state.asked
  Object.assign(storedOf(state, id)?.service ?? {}, changes)
}

/** Leaves the edit mode after a form was saved. */
function finish(state: AppliancesState, form: EditedForm): void {
  state.restAsOf[form.id] = state.asked
  setEditing(state, form, false)
}
