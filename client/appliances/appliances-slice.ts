import { type ActionReducerMapBuilder, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Connection, GatewayStatus } from '#contract/appliance.ts'
import type { Failure } from '#client/api.ts'
import {
  addAppliance,
  addProvider,
  addSupport,
  deleteAppliance,
  loadAppliances,
  refreshSubscriptions,
  reloadAppliance,
  removeProvider,
  renewConsent,
  saveAddress,
  withdrawSupport,
} from './appliance-calls.ts'
import { providerFormCancelled } from './appliance-events.ts'
import { type Appliance, toAppliance, toAppliances, toAsaSupport, toServiceProvider } from './appliance.ts'
import {
  appliancesAdapter,
  type AppliancesState,
  failed,
  type FormPlace,
  idle,
  loading,
  type Operation,
  setEditing,
  setProgress,
  untouched,
} from './appliances-state.ts'

const initialState: AppliancesState = {
  ...appliancesAdapter.getInitialState(),
  list: { kind: 'initial' },
  statusById: {},
  changedSinceAsked: [],
  polling: false,
  heardAt: null,
  server: 'reached',
  isEditingAddAppliance: false,
  adding: idle,
  subscriptions: idle,
}

export type StatusPush = { id: string; status: GatewayStatus; since: string | null; at: number }

/** The connections list. Specification 3.10 and 4. */
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
    /** `heardAt`: when the server was heard last, epoch ms; null where that is not known. */
    pollingStarted(state, { payload: heardAt }: PayloadAction<number | null>) {
      state.polling = true
      if (heardAt !== null && heardAt > (state.heardAt ?? 0)) state.heardAt = heardAt
    },
    pollingStopped(state) {
      state.polling = false
    },
    editingStarted(state, { payload }: PayloadAction<FormPlace>) {
      setEditing(state, payload, true)
    },
    editingCancelled(state, { payload }: PayloadAction<FormPlace>) {
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
    addServiceCases(builder)
      .addCase(loadAppliances.pending, (state) => {
        state.list = loading
        state.changedSinceAsked = []
      })
      .addCase(loadAppliances.fulfilled, (state, { payload: { connections, at } }) => {
        state.list = { kind: 'loaded' }
        state.server = 'reached'
        state.heardAt = at
        replaceAll(state, connections)
        keepOnlyEditable(state)
      })
      .addCase(loadAppliances.rejected, (state, { payload }) => {
        state.list = failed(payload)
        state.server = isOutOfReach(payload) ? 'out-of-reach' : 'reached'
      })
      .addCase(reloadAppliance.pending, (state, { meta }) =>
        setProgress(state, { id: meta.arg, operation: 'reload' }, loading),
      )
      .addCase(reloadAppliance.fulfilled, (state, { payload, meta }) => {
        setProgress(state, { id: meta.arg, operation: 'reload' }, idle)
        const known = state.entities[payload.id]
        if (known) appliancesAdapter.setOne(state, toAppliance(payload, known.placementInType))
      })
      .addCase(reloadAppliance.rejected, (state, { payload, meta }) =>
        setProgress(state, { id: meta.arg, operation: 'reload' }, failed(payload)),
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
      .addCase(deleteAppliance.pending, (state, { meta }) =>
        setProgress(state, { id: meta.arg, operation: 'delete' }, loading),
      )
      .addCase(deleteAppliance.fulfilled, (state, { meta }) =>
        setProgress(state, { id: meta.arg, operation: 'delete' }, idle),
      )
      .addCase(deleteAppliance.rejected, (state, { payload, meta }) =>
        setProgress(state, { id: meta.arg, operation: 'delete' }, failed(payload)),
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

/** Whether nobody answered who could. A refusal is an answer, but for a portal that is not available. */
function isOutOfReach(failure: Failure | undefined): boolean {
  if (failure?.kind === 'refused') return failure.code === 'unavailable'
  return failure?.kind === 'network' || failure?.kind === 'timeout' || failure?.kind === 'unexpected'
}

function resetEditing(state: AppliancesState): void {
  state.isEditingAddAppliance = false
  state.adding = idle
  for (const [id, status] of Object.entries(state.statusById)) {
    state.statusById[id] = { ...status, isEditing: untouched.isEditing }
  }
}

/** What was changed here while the list was on its way stays as it was changed. */
function replaceAll(state: AppliancesState, connections: readonly Connection[]): void {
  const listed = toAppliances(connections)
  const newest = listed.map((appliance) => {
    const known = state.changedSinceAsked.includes(appliance.id) ? state.entities[appliance.id] : undefined
    return known ? { ...appliance, service: known.service } : appliance
  })
  appliancesAdapter.setAll(state, newest)
}

/** Editing flags stay with the appliances that stay and may still be edited; of those that went nothing is kept. */
function keepOnlyEditable(state: AppliancesState): void {
  for (const [id, status] of Object.entries(state.statusById)) {
    const appliance = state.entities[id]
    if (!appliance) delete state.statusById[id]
    else if (!appliance.service.canEditContract) state.statusById[id] = { ...status, isEditing: untouched.isEditing }
  }
}

type Builder = ActionReducerMapBuilder<AppliancesState>

type ServiceCall = typeof saveAddress | typeof addProvider | typeof removeProvider

const operations: readonly (readonly [ServiceCall, Operation])[] = [
  [saveAddress, 'address'],
  [addProvider, 'provider'],
  [removeProvider, 'provider'],
  [renewConsent, 'consent'],
  [addSupport, 'support'],
  [withdrawSupport, 'support'],
]

/** What saving an address, and what connecting and leaving a company, does to the state. Specification 4. */
function addServiceCases(builder: Builder): Builder {
  for (const [call, operation] of operations) followProgress(builder, call, operation)
  return builder
    .addCase(saveAddress.fulfilled, (state, { payload, meta: { arg } }) => {
      done(state, arg.id, 'address')
      const known = state.entities[arg.id]
      if (known) appliancesAdapter.setOne(state, toAppliance(payload, known.placementInType))
      setEditing(state, { id: arg.id, part: 'address' }, false)
    })
    .addCase(addProvider.fulfilled, (state, { payload, meta: { arg } }) => {
      done(state, arg.id, 'provider')
      if (payload.companyType === 'SUPPORT') changeService(state, arg.id, { provider: toServiceProvider(payload) })
      setEditing(state, { id: arg.id, part: 'provider' }, false)
    })
    .addCase(removeProvider.fulfilled, (state, { meta: { arg } }) => {
      done(state, arg.id, 'provider')
      changeService(state, arg.id, { provider: null })
    })
    .addCase(renewConsent.fulfilled, (state, { payload, meta: { arg } }) => {
      done(state, arg.id, 'consent')
      if (payload.companyType === 'SUPPORT') changeService(state, arg.id, { provider: toServiceProvider(payload) })
      setEditing(state, { id: arg.id, part: 'provider' }, false)
    })
    .addCase(addSupport.fulfilled, (state, { payload, meta: { arg } }) => {
      done(state, arg.id, 'support')
      if (payload.companyType === 'ASA') changeService(state, arg.id, { asaSupport: toAsaSupport(payload) })
      setEditing(state, { id: arg.id, part: 'support' }, false)
    })
    .addCase(providerFormCancelled, (state, { payload: { id } }) => setEditing(state, { id, part: 'provider' }, false))
    .addCase(withdrawSupport.fulfilled, (state, { meta: { arg } }) => {
      done(state, arg.id, 'support')
      changeService(state, arg.id, { asaSupport: null })
    })
}

function followProgress(builder: Builder, call: ServiceCall, operation: Operation): void {
  builder
    .addCase(call.pending, (state, { meta }) => setProgress(state, { id: meta.arg.id, operation }, loading))
    .addCase(call.rejected, (state, { meta, payload }) =>
      setProgress(state, { id: meta.arg.id, operation }, failed(payload)),
    )
}

/** A list that was asked for before does not know of it. */
function done(state: AppliancesState, id: string, operation: Operation): void {
  setProgress(state, { id, operation }, idle)
  state.changedSinceAsked.push(id)
}

function changeService(state: AppliancesState, id: string, changes: Partial<Appliance['service']>): void {
  const known = state.entities[id]
  if (known) appliancesAdapter.updateOne(state, { id, changes: { service: { ...known.service, ...changes } } })
}
