import { expect, test } from 'vitest'
import { applianceApi } from '#contract/appliance-api.ts'
import { companyApi } from '#contract/company-api.ts'
import type { CallFailure } from '#client/api-call.ts'
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
import {
  type EditablePart,
  selectAppliance,
  selectIsEditingAppliance,
  selectApplianceProgress,
} from './appliances-state.ts'
import {
  connectionListOf,
  connectionListKey,
  createLoadedApplianceStoreFixture,
} from '#test/client/appliance-store-fixture.ts'
import {
  testCompany,
  createApiConnection,
  testAddress,
  testProviderContract,
  testSupportContract,
  testShownText,
} from '#test/client/api-connection.ts'

const noNetwork: CallFailure = { kind: 'network' }
const unreadable: CallFailure = { kind: 'unexpected', status: 200 }

const { id, service } = createApiConnection()
const withProvider = createApiConnection({
  service: { ...service, address: testAddress, contracts: [{ ...testProviderContract }] },
})
const company = { id, companyId: testCompany.id, shown: testShownText }
const support = { id, companyId: testSupportContract.company.id, shown: testShownText }

const paths = {
  one: `GET ${applianceApi.readConnection.path}`,
  name: `PATCH ${applianceApi.renameConnection.path}`,
  address: `PUT ${applianceApi.changeAddress.path}`,
  add: `POST ${applianceApi.addContract.path}`,
  end: `DELETE ${applianceApi.endContract.path}`,
  renew: `PATCH ${applianceApi.renewConsent.path}`,
  search: `GET ${companyApi.searchProviders.path}`,
  supports: `GET ${companyApi.listSupportCompanies.path}`,
}

async function editingFixture(connection = createApiConnection(), part: EditablePart = 'provider') {
  const loadedApplianceStoreFixture = await createLoadedApplianceStoreFixture(connection)
  loadedApplianceStoreFixture.store.dispatch(editingStarted({ id, part }))
  const shown = () => selectAppliance(loadedApplianceStoreFixture.store.getState(), id)?.service
  const progress = () => selectApplianceProgress(loadedApplianceStoreFixture.store.getState(), id).progress
  const isEditing = () => selectIsEditingAppliance(loadedApplianceStoreFixture.store.getState())
  return { ...loadedApplianceStoreFixture, shown, progress, isEditing }
}

test('a saved address is set, and its form leaves the edit mode', async () => {
  const { store, answers, asked, shown, isEditing } = await editingFixture(createApiConnection(), 'address')
  answers[paths.address] = createApiConnection({
    service: { canEditContract: true, address: testAddress, contracts: [] },
  })
  await store.dispatch(saveAddress({ id, address: testAddress, isNew: true }))
  expect(asked.at(-1)).toEqual({ path: paths.address, input: { params: { id }, body: testAddress } })
  expect(shown()?.address).toEqual(testAddress)
  expect(isEditing()).toBe(false)
})

test('a failed save of an address is stored as an error, and its form stays in edit mode', async () => {
  const { store, answers, progress, isEditing } = await editingFixture(createApiConnection(), 'address')
  answers[paths.address] = unreadable
  const saving = store.dispatch(saveAddress({ id, address: testAddress, isNew: true }))
  expect(progress().address).toEqual({ kind: 'loading' })
  await saving
  expect(progress().address).toEqual({ kind: 'failed', error: unreadable })
  expect(isEditing()).toBe(true)
})

test('a name is set and removed, and a list with a smaller seq does not restore the old one', async () => {
  const { store, answers, asked } = await createLoadedApplianceStoreFixture(createApiConnection({ name: 'Attic' }))
  const name = () => selectAppliance(store.getState(), id)?.name
  answers[paths.name] = createApiConnection({ name: 'Cellar', service: { ...service, seq: 2 } })
  await store.dispatch(renameAppliance({ id, name: 'Cellar' }))
  expect(asked.at(-1)).toEqual({ path: paths.name, input: { params: { id }, body: { name: 'Cellar' } } })
  expect(name()).toBe('Cellar')
  const { promise, resolve } = Promise.withResolvers<unknown>()
  answers[connectionListKey] = promise
  const loading = store.dispatch(loadAppliances())
  answers[paths.name] = createApiConnection({ service: { ...service, seq: 3 } })
  await store.dispatch(renameAppliance({ id, name: null }))
  resolve(connectionListOf(createApiConnection({ name: 'Cellar', service: { ...service, seq: 2 } })))
  await loading
  expect(name()).toBeNull()
})

test('a failed save of a name is stored as an error, and the old name stays', async () => {
  const { store, answers } = await createLoadedApplianceStoreFixture(createApiConnection({ name: 'Attic' }))
  answers[paths.name] = unreadable
  await store.dispatch(renameAppliance({ id, name: 'Cellar' }))
  expect(selectApplianceProgress(store.getState(), id).progress.name).toEqual({ kind: 'failed', error: unreadable })
  expect(selectAppliance(store.getState(), id)?.name).toBe('Attic')
})

test('a provider is added with full access and stored, and editing ends', async () => {
  const { store, answers, asked, shown, isEditing } = await editingFixture()
  answers[paths.one] = { ...withProvider, service: { ...withProvider.service, seq: 2 } }
  await store.dispatch(addProvider(company))
  expect(asked.find(({ path }) => path === paths.add)?.input).toEqual({
    params: { gatewayId: id },
    body: { companyId: testCompany.id, companyType: 'SUPPORT', permission: 'FULL_ACCESS', shown: testShownText },
    key: expect.any(String) as unknown,
  })
  expect(shown()?.provider).toMatchObject({ company: testCompany, status: 'ACTIVE' })
  expect(isEditing()).toBe(false)
})

test('a failed addition of a provider is an error of that appliance, and its form stays', async () => {
  const { store, answers, shown, progress, isEditing } = await editingFixture()
  answers[paths.add] = unreadable
  await store.dispatch(addProvider(company))
  expect(progress().provider).toEqual({ kind: 'failed', error: unreadable })
  expect(shown()?.provider).toBeNull()
  expect(isEditing()).toBe(true)
})

test('cancelling the selected provider ends editing', async () => {
  const { store, isEditing } = await editingFixture()
  store.dispatch(providerFormCancelled({ id }))
  expect(isEditing()).toBe(false)
})

test('a removed provider is cleared', async () => {
  const { store, answers, shown } = await editingFixture(withProvider)
  answers[paths.one] = createApiConnection({ service: { ...service, seq: 2 } })
  await store.dispatch(removeProvider(company))
  expect(shown()?.provider).toBeNull()
})

test('a change of contracts is done although the appliance cannot be read afterwards', async () => {
  const { store, answers, progress } = await editingFixture(withProvider)
  answers[paths.one] = noNetwork
  const removed = await store.dispatch(removeProvider(company))
  expect(removeProvider.fulfilled.match(removed)).toBe(true)
  expect(progress().provider).toEqual({ kind: 'idle' })
})

test('a consent update sets the latest consent version', async () => {
  const outdated = { ...testProviderContract, hasLatestConsentVersion: false }
  const { store, answers, asked, shown, isEditing } = await editingFixture(
    createApiConnection({ service: { canEditContract: true, address: testAddress, contracts: [outdated] } }),
  )
  answers[paths.one] = { ...withProvider, service: { ...withProvider.service, seq: 2 } }
  await store.dispatch(renewConsent(company))
  expect(asked.find(({ path }) => path === paths.renew)?.input).toEqual({
    params: { gatewayId: id, companyId: testCompany.id },
    body: { shown: testShownText },
  })
  expect(shown()?.provider?.hasLatestConsentVersion).toBe(true)
  expect(isEditing()).toBe(false)
})

test('a failed consent update has its own error', async () => {
  const { store, answers, progress } = await editingFixture(withProvider)
  answers[paths.renew] = unreadable
  await store.dispatch(renewConsent(company))
  expect(progress()).toMatchObject({ consent: { kind: 'failed', error: unreadable }, provider: { kind: 'idle' } })
})

test('customer support is connected with full access, and withdrawing the consent removes it', async () => {
  const { store, answers, asked, shown } = await editingFixture(createApiConnection(), 'support')
  answers[paths.one] = createApiConnection({ service: { ...service, contracts: [testSupportContract], seq: 2 } })
  await store.dispatch(addSupport(support))
  expect(asked.find(({ path }) => path === paths.add)?.input).toMatchObject({
    body: { companyType: 'ASA', permission: 'FULL_ACCESS' },
  })
  expect(shown()?.asaSupport).toMatchObject({ status: 'PENDING' })
  answers[paths.one] = createApiConnection({ service: { ...service, seq: 3 } })
  await store.dispatch(withdrawSupport(support))
  expect(shown()?.asaSupport).toBeNull()
})

test('a list with a smaller seq than after an own change does not undo it, one with a larger seq is shown', async () => {
  const { store, answers, shown } = await editingFixture(withProvider)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  answers[connectionListKey] = promise
  answers[paths.one] = createApiConnection({ service: { ...service, seq: 2 } })
  const loading = store.dispatch(loadAppliances())
  await store.dispatch(removeProvider(company))
  resolve(connectionListOf(withProvider))
  await loading
  expect(shown()?.provider).toBeNull()
  answers[connectionListKey] = connectionListOf({ ...withProvider, service: { ...withProvider.service, seq: 3 } })
  await store.dispatch(loadAppliances())
  expect(shown()?.provider).not.toBeNull()
})

test('a person who may no longer edit has no form in edit mode', async () => {
  const { store, answers, isEditing } = await editingFixture(createApiConnection(), 'address')
  answers[connectionListKey] = connectionListOf(
    createApiConnection({ service: { canEditContract: false, address: null, contracts: [] } }),
  )
  await store.dispatch(loadAppliances())
  expect(isEditing()).toBe(false)
})

test('providers are searched by country and brand, five at most; a failed search finds nothing', async () => {
  const { store, answers, asked } = await editingFixture()
  answers[paths.search] = { items: [testCompany], total: 1 }
  const search = { country: 'DE', value: 'heiz' } as const
  expect((await store.dispatch(searchProviders(search))).payload).toEqual({ items: [testCompany], total: 1 })
  expect(asked.at(-1)?.input).toEqual({ query: { ...search, brand: 'cedar', limit: '5', offset: '0' } })
  answers[paths.search] = noNetwork
  expect((await store.dispatch(searchProviders(search))).payload).toEqual({ items: [], total: 0 })
})

test('the support company is that of the brand in that country; a failure is stored as an error', async () => {
  const { store, answers, asked } = await editingFixture()
  answers[paths.supports] = { items: [testSupportContract.company], total: 1 }
  expect((await store.dispatch(findSupportCompany('DE'))).payload).toEqual(testSupportContract.company)
  expect((await store.dispatch(findSupportCompany('AT'))).payload).toBeNull()
  expect(asked.at(-1)?.input).toEqual({ query: { brand: 'cedar' } })
  answers[paths.supports] = noNetwork
  const failed = await store.dispatch(findSupportCompany('DE'))
  expect([findSupportCompany.rejected.match(failed), failed.payload]).toEqual([true, noNetwork])
})
