import { expect, test } from 'vitest'
import { applianceApi } from '#contract/appliance-api.ts'
import { companyApi } from '#contract/company-api.ts'
import type { Failure } from '#client/api.ts'
import {
  addProvider,
  addSupport,
  findSupportCompany,
  loadAppliances,
  removeProvider,
  renameAppliance,
  renewConsent,
  saveAddress,
  searchProviders,
  withdrawSupport,
} from './appliance-calls.ts'
import { providerFormCancelled } from './appliance-events.ts'
import { editingStarted } from './appliances-slice.ts'
import { type EditablePart, selectAppliance, selectIsEditing, selectProgress } from './appliances-state.ts'
import { listOf, listPath, loadedFixture } from './test-fixture.ts'
import { aCompany, aConnection, anAddress, aProviderContract, aSupportContract } from './testing.ts'

const noNetwork: Failure = { kind: 'network' }
const unreadable: Failure = { kind: 'unexpected', status: 200 }

const { id } = aConnection()
const withProvider = aConnection({
  service: { canEditContract: true, address: anAddress, contracts: [{ ...aProviderContract }] },
})
const company = { id, companyId: aCompany.id }
const support = { id, companyId: aSupportContract.company.id }

const paths = {
  name: `PATCH ${applianceApi.renameConnection.path}`,
  address: `PUT ${applianceApi.changeAddress.path}`,
  add: `POST ${applianceApi.addContract.path}`,
  end: `DELETE ${applianceApi.endContract.path}`,
  renew: `PATCH ${applianceApi.renewConsent.path}`,
  search: `GET ${companyApi.searchProviders.path}`,
  supports: `GET ${companyApi.listSupportCompanies.path}`,
}

async function editingFixture(connection = aConnection(), part: EditablePart = 'provider') {
  const made = await loadedFixture(connection)
  made.store.dispatch(editingStarted({ id, part }))
  const service = () => selectAppliance(made.store.getState(), id)?.service
  const progress = () => selectProgress(made.store.getState(), id).progress
  const isEditing = () => selectIsEditing(made.store.getState())
  return { ...made, service, progress, isEditing }
}

test('a saved address is set, and its form leaves the edit mode', async () => {
  const { store, answers, asked, service, isEditing } = await editingFixture(aConnection(), 'address')
  answers[paths.address] = aConnection({ service: { canEditContract: true, address: anAddress, contracts: [] } })
  await store.dispatch(saveAddress({ id, address: anAddress, isNew: true }))
  expect(asked.at(-1)).toEqual({ path: paths.address, input: { params: { id }, body: anAddress } })
  expect(service()?.address).toEqual(anAddress)
  expect(isEditing()).toBe(false)
})

test('a failed save of an address is stored as an error, and its form stays in edit mode', async () => {
  const { store, answers, progress, isEditing } = await editingFixture(aConnection(), 'address')
  answers[paths.address] = unreadable
  const saving = store.dispatch(saveAddress({ id, address: anAddress, isNew: true }))
  expect(progress().address).toEqual({ kind: 'loading' })
  await saving
  expect(progress().address).toEqual({ kind: 'failed', error: unreadable })
  expect(isEditing()).toBe(true)
})

test('a name is set and removed, and an earlier list request does not restore the old one', async () => {
  const { store, answers, asked } = await loadedFixture(aConnection({ name: 'Attic' }))
  const name = () => selectAppliance(store.getState(), id)?.name
  answers[paths.name] = aConnection({ name: 'Cellar' })
  await store.dispatch(renameAppliance({ id, name: 'Cellar' }))
  expect(asked.at(-1)).toEqual({ path: paths.name, input: { params: { id }, body: { name: 'Cellar' } } })
  expect(name()).toBe('Cellar')
  const { promise, resolve } = Promise.withResolvers<unknown>()
  answers[listPath] = promise
  const loading = store.dispatch(loadAppliances())
  answers[paths.name] = aConnection()
  await store.dispatch(renameAppliance({ id, name: null }))
  resolve(listOf(aConnection({ name: 'Cellar' })))
  await loading
  expect(name()).toBeNull()
})

test('a failed save of a name is stored as an error, and the old name stays', async () => {
  const { store, answers } = await loadedFixture(aConnection({ name: 'Attic' }))
  answers[paths.name] = unreadable
  await store.dispatch(renameAppliance({ id, name: 'Cellar' }))
  expect(selectProgress(store.getState(), id).progress.name).toEqual({ kind: 'failed', error: unreadable })
  expect(selectAppliance(store.getState(), id)?.name).toBe('Attic')
})

test('a provider is added with full access and stored, and editing ends', async () => {
  const { store, answers, asked, service, isEditing } = await editingFixture()
  answers[paths.add] = aProviderContract
  await store.dispatch(addProvider(company))
  expect(asked.at(-1)?.input).toEqual({
    params: { gatewayId: id },
    body: { companyId: aCompany.id, companyType: 'SUPPORT', permission: 'FULL_ACCESS' },
    key: expect.any(String) as unknown,
  })
  expect(service()?.provider).toMatchObject({ company: aCompany, status: 'ACTIVE' })
  expect(isEditing()).toBe(false)
})

test('a failed addition of a provider is an error of that appliance, and its form stays', async () => {
  const { store, answers, service, progress, isEditing } = await editingFixture()
  answers[paths.add] = unreadable
  await store.dispatch(addProvider(company))
  expect(progress().provider).toEqual({ kind: 'failed', error: unreadable })
  expect(service()?.provider).toBeNull()
  expect(isEditing()).toBe(true)
})

test('cancelling the selected provider ends editing', async () => {
  const { store, isEditing } = await editingFixture()
  store.dispatch(providerFormCancelled({ id }))
  expect(isEditing()).toBe(false)
})

test('a removed provider is cleared', async () => {
  const { store, answers, service } = await editingFixture(withProvider)
  answers[paths.end] = undefined
  await store.dispatch(removeProvider(company))
  expect(service()?.provider).toBeNull()
})

test('a consent update sets the latest consent version', async () => {
  const outdated = { ...aProviderContract, hasLatestConsentVersion: false }
  const { store, answers, asked, service, isEditing } = await editingFixture(
    aConnection({ service: { canEditContract: true, address: anAddress, contracts: [outdated] } }),
  )
  answers[paths.renew] = aProviderContract
  await store.dispatch(renewConsent(company))
  expect(asked.at(-1)?.input).toEqual({ params: { gatewayId: id, companyId: aCompany.id }, body: {} })
  expect(service()?.provider?.hasLatestConsentVersion).toBe(true)
  expect(isEditing()).toBe(false)
})

test('a failed consent update has its own error', async () => {
  const { store, answers, progress } = await editingFixture(withProvider)
  answers[paths.renew] = unreadable
  await store.dispatch(renewConsent(company))
  expect(progress()).toMatchObject({ consent: { kind: 'failed', error: unreadable }, provider: { kind: 'idle' } })
})

test('customer support is connected with full access, and withdrawing the consent removes it', async () => {
  const { store, answers, asked, service } = await editingFixture(aConnection(), 'support')
  answers[paths.add] = aSupportContract
  await store.dispatch(addSupport(support))
  expect(asked.at(-1)?.input).toMatchObject({ body: { companyType: 'ASA', permission: 'FULL_ACCESS' } })
  expect(service()?.asaSupport).toMatchObject({ status: 'PENDING' })
  answers[paths.end] = undefined
  await store.dispatch(withdrawSupport(support))
  expect(service()?.asaSupport).toBeNull()
})

test('a list requested before a change does not undo it', async () => {
  const { store, answers, service } = await editingFixture(withProvider)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  answers[listPath] = promise
  answers[paths.end] = undefined
  const loading = store.dispatch(loadAppliances())
  await store.dispatch(removeProvider(company))
  resolve(listOf(withProvider))
  await loading
  expect(service()?.provider).toBeNull()
})

test('a person who may no longer edit has no form in edit mode', async () => {
  const { store, answers, isEditing } = await editingFixture(aConnection(), 'address')
  answers[listPath] = listOf(aConnection({ service: { canEditContract: false, address: null, contracts: [] } }))
  await store.dispatch(loadAppliances())
  expect(isEditing()).toBe(false)
})

test('providers are searched by country and brand, five at most; a failed search finds nothing', async () => {
  const { store, answers, asked } = await editingFixture()
  answers[paths.search] = { items: [aCompany], total: 1 }
  const search = { country: 'DE', value: 'heiz' } as const
  expect((await store.dispatch(searchProviders(search))).payload).toEqual({ items: [aCompany], total: 1 })
  expect(asked.at(-1)?.input).toEqual({ query: { ...search, brand: 'cedar', limit: '5', offset: '0' } })
  answers[paths.search] = noNetwork
  expect((await store.dispatch(searchProviders(search))).payload).toEqual({ items: [], total: 0 })
})

test('the support company is that of the brand in that country; a failure is stored as an error', async () => {
  const { store, answers, asked } = await editingFixture()
  answers[paths.supports] = { items: [aSupportContract.company], total: 1 }
  expect((await store.dispatch(findSupportCompany('DE'))).payload).toEqual(aSupportContract.company)
  expect((await store.dispatch(findSupportCompany('AT'))).payload).toBeNull()
  expect(asked.at(-1)?.input).toEqual({ query: { brand: 'cedar' } })
  answers[paths.supports] = noNetwork
  const failed = await store.dispatch(findSupportCompany('DE'))
  expect([findSupportCompany.rejected.match(failed), failed.payload]).toEqual([true, noNetwork])
})
