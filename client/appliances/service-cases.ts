import type { ActionReducerMapBuilder } from '@reduxjs/toolkit'
import { type Appliance, toAppliance, toAsaSupport, toServiceProvider } from './appliance.ts'
import {
  type AppliancesState,
  appliancesAdapter,
  failed,
  idle,
  loading,
  type Operation,
  setEditing,
  setProgress,
} from './appliances-state.ts'
import { providerFormCancelled } from './form-events.ts'
import { addProvider, addSupport, removeProvider, renewConsent, saveAddress, withdrawSupport } from './service-calls.ts'

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
export function addServiceCases(builder: Builder): Builder {
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
