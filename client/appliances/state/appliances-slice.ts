import { type ActionReducerMapBuilder, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Connection } from '#contract/appliance.ts'
import type { CallFailure } from '#client/api-call.ts'
import type { CallThunk } from '#client/call-thunk.ts'
import {
  addAppliance,
  addProvider,
  addSupport,
  deleteAppliance,
  loadAppliances,
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
  type EditablePart,
  toFailedProgress,
  type EditedForm,
  idleProgress,
  findStoredAppliance,
  loadingProgress,
  type ApplianceOperation,
  setFormEditing,
  setOperationProgress,
  initialApplianceProgress,
} from './appliances-state.ts'

const initialState: AppliancesState = {
  items: [],
  list: { kind: 'initial' },
  statusById: {},
  listed: 0,
  polling: false,
  listedAt: null,
  lastMessageAt: null,
  server: 'reached',
  isEditingAddAppliance: false,
  isEditingName: false,
  adding: idleProgress,
}

/** The list of the person's appliances, with the progress of each operation. Specification 3.10 and 4. */
export const appliancesSlice = createSlice({
  name: 'appliances',
  initialState,
  reducers: {
    /** Stores the pushed status, unless the stored status is newer. */
    statusPushed(state, { payload }: PayloadAction<StatusPush>) {
      state.lastMessageAt = payload.at
      const storedAppliance = findStoredAppliance(state, payload.id)
      if (storedAppliance && payload.seq >= storedAppliance.statusSeq) takeStatus(storedAppliance, payload)
    },
    /** `lastMessageAt`: the time when the server last sent anything, epoch ms; null if unknown. */
    pollingStarted(state, { payload: lastMessageAt }: PayloadAction<number | null>) {
      state.polling = true
      if (lastMessageAt !== null && lastMessageAt > (state.lastMessageAt ?? 0)) state.lastMessageAt = lastMessageAt
    },
    pollingStopped(state) {
      state.polling = false
    },
    editingStarted(state, { payload }: PayloadAction<EditedForm>) {
      setFormEditing(state, payload, true)
    },
    editingCancelled(state, { payload }: PayloadAction<EditedForm>) {
      setFormEditing(state, payload, false)
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
    /** Puts a new appliance first in the list. Changes nothing if the appliance is already in the list. */
    applianceAdded(state, { payload: connection }: PayloadAction<Connection>) {
      if (findStoredAppliance(state, connection.id)) return
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
    builder.addCase(providerFormCancelled, (state, { payload: { id } }) =>
      setFormEditing(state, { id, part: 'provider' }, false),
    )
    keepAnswer(builder, renameAppliance)
    keepAnswer(builder, saveAddress, 'address')
    keepAnswer(builder, addProvider, 'provider')
    keepAnswer(builder, removeProvider)
    keepAnswer(builder, renewConsent, 'provider')
    keepAnswer(builder, addSupport, 'support')
    keepAnswer(builder, withdrawSupport)
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
    .addCase(loadAppliances.pending, (state) => {
      state.list = loadingProgress
    })
    .addCase(loadAppliances.fulfilled, (state, { payload: { connections, at }, meta }) => {
      const request = requestNumberOf(meta)
      if (request < state.listed) return
      state.listed = request
      state.list = { kind: 'loaded' }
      state.server = 'reached'
      state.listedAt = at
      state.lastMessageAt = at
      state.items = toAppliances(connections).map((appliance) =>
        newestOf(findStoredAppliance(state, appliance.id), appliance),
      )
      keepOnlyEditable(state)
    })
    .addCase(loadAppliances.rejected, (state, { payload, meta }) => {
      if (requestNumberOf(meta) < state.listed) return
      state.list = toFailedProgress(payload)
      state.server = isOutOfReach(payload) ? 'out-of-reach' : 'reached'
    })
    .addCase(reloadAppliance.fulfilled, (state, { payload }) => replaceOne(state, payload))
    .addCase(addAppliance.pending, (state) => {
      state.adding = loadingProgress
    })
    .addCase(addAppliance.fulfilled, resetEditing)
    .addCase(addAppliance.rejected, (state, { payload }) => {
      state.adding = toFailedProgress(payload)
    })
}

/** Stores the appliance that a command returns, and closes the form of `part`. Specification 4. */
function keepAnswer<Input extends { id: string }>(
  builder: Builder,
  call: CallThunk<Input>,
  part: EditablePart | null = null,
): void {
  type Answered = PayloadAction<Connection | null, string, { arg: Input }>
  builder.addMatcher(call.fulfilled.match, (state, { payload, meta }: Answered) => {
    if (payload !== null) replaceOne(state, payload)
    if (part !== null) setFormEditing(state, { id: meta.arg.id, part }, false)
  })
}

/** Stores the progress of a call: in progress, done or failed. */
function keepProgress<Input extends string | { id: string }>(
  builder: Builder,
  call: CallThunk<Input>,
  operation: ApplianceOperation,
): void {
  const progressOf = (input: Input) => ({ id: typeof input === 'string' ? input : input.id, operation })
  builder
    .addMatcher(call.pending.match, (state, { meta }) =>
      setOperationProgress(state, progressOf(meta.arg), loadingProgress),
    )
    .addMatcher(call.fulfilled.match, (state, { meta }) =>
      setOperationProgress(state, progressOf(meta.arg), idleProgress),
    )
    .addMatcher(call.rejected.match, (state, { meta, payload }) =>
      setOperationProgress(state, progressOf(meta.arg), toFailedProgress(payload)),
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

/**
 * Whether the call did not reach the portal, or the portal is unavailable. Any other refusal proves that the portal
 * works.
 */
function isOutOfReach(failure: CallFailure | undefined): boolean {
  if (failure?.kind === 'refused') return failure.code === 'unavailable'
  return failure?.kind === 'network' || failure?.kind === 'timeout' || failure?.kind === 'unexpected'
}

function resetEditing(state: AppliancesState): void {
  state.isEditingAddAppliance = false
  state.isEditingName = false
  state.adding = idleProgress
  for (const [id, status] of Object.entries(state.statusById)) {
    state.statusById[id] = { ...status, isEditing: initialApplianceProgress.isEditing }
  }
}

function requestNumberOf({ requestId }: { requestId: string }): number {
  return Number(requestId)
}

/**
 * Merges the appliance of an answer with the stored appliance: uses the newer status, and the newer name and service
 * settings. A value with the same `seq` as the stored value is not older: storing it repairs the page. Specification
 * 14.3.
 */
function newestOf(stored: Appliance | undefined, answeredAppliance: Appliance): Appliance {
  if (!stored) return answeredAppliance
  const newestStatus = answeredAppliance.statusSeq < stored.statusSeq ? stored : answeredAppliance
  const { applianceStatus, statusSince, fault, lastEmergency, statusSeq } = newestStatus
  const { name, service } = answeredAppliance.service.seq < stored.service.seq ? stored : answeredAppliance
  return { ...answeredAppliance, applianceStatus, statusSince, fault, lastEmergency, statusSeq, name, service }
}

/**
 * Stores a pushed status. If a fault has ended, `lastEmergency` is unknown until the next read: the notification does
 * not say whether that fault was an emergency.
 */
function takeStatus(
  stored: Appliance,
  { seq: statusSeq, status: applianceStatus, since: statusSince, fault }: StatusPush,
) {
  const code = stored.fault?.code ?? null
  const hasEnded = code !== null && code !== fault?.code
  Object.assign(stored, { statusSeq, applianceStatus, statusSince, fault })
  if (hasEnded) stored.lastEmergency = { kind: 'unknown' }
}

/**
 * Deletes the progress of appliances that no longer exist, and closes the forms of appliances that the person may not
 * edit any more.
 */
function keepOnlyEditable(state: AppliancesState): void {
  for (const [id, status] of Object.entries(state.statusById)) {
    const appliance = findStoredAppliance(state, id)
    if (!appliance) delete state.statusById[id]
    else if (!appliance.service.canEditContract)
      state.statusById[id] = { ...status, isEditing: initialApplianceProgress.isEditing }
  }
}

function replaceOne(state: AppliancesState, connection: Connection): void {
  state.items = state.items.map((stored) =>
    stored.id === connection.id ? newestOf(stored, toAppliance(connection, stored.placementInType)) : stored,
  )
}
