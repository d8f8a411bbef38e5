import { expect, test } from 'vitest'
import type { ServiceContract } from '#contract/service-contract.ts'
import { type Appliance, toAppliances } from '../state/appliance.ts'
import { createApiConnection, testAddress, testProviderContract } from '#test/client/api-connection.ts'
import { permissionLabelOf } from '../state/permission-label.ts'
import { needsConsentUpdate, providerViewOf } from './provider-view.ts'

function applianceWith(contracts: ServiceContract[], { canEditContract = true, address = testAddress as never } = {}) {
  const [appliance] = toAppliances([createApiConnection({ service: { canEditContract, address, contracts } })])
  return appliance as Appliance
}

const none = null as never

test('without an address there is no search', () => {
  expect(providerViewOf(applianceWith([], { address: none }), false)).toEqual({ kind: 'no-address' })
  expect(providerViewOf(applianceWith([]), false)).toEqual({ kind: 'add' })
})

test('a person who may not edit is referred to the owner, and sees an existing provider', () => {
  expect(providerViewOf(applianceWith([], { canEditContract: false }), false)).toEqual({ kind: 'ask-owner' })
  expect(providerViewOf(applianceWith([], { canEditContract: false, address: none }), false).kind).toBe('ask-owner')
  expect(providerViewOf(applianceWith([testProviderContract], { canEditContract: false }), true).kind).toBe('connected')
})

test('the owner may replace only a declined provider', () => {
  const declined = { ...testProviderContract, status: 'DECLINED' } as const
  expect(providerViewOf(applianceWith([declined]), true).kind).toBe('replace')
  expect(providerViewOf(applianceWith([declined]), false).kind).toBe('connected')
  expect(providerViewOf(applianceWith([testProviderContract]), true).kind).toBe('connected')
})

test('a new version of the consent is requested only from editors, and not for a declined contract', () => {
  const outdated = { ...testProviderContract, hasLatestConsentVersion: false }
  expect(needsConsentUpdate(applianceWith([outdated]))).toBe(true)
  expect(needsConsentUpdate(applianceWith([testProviderContract]))).toBe(false)
  expect(needsConsentUpdate(applianceWith([outdated], { canEditContract: false }))).toBe(false)
  expect(needsConsentUpdate(applianceWith([{ ...outdated, status: 'DECLINED' }]))).toBe(false)
})

test('full access includes remote control only with the latest consent', () => {
  expect(permissionLabelOf({ ...testProviderContract, hasLatestConsentVersion: true })).toBe(
    'provider.permission.latest',
  )
  expect(permissionLabelOf({ ...testProviderContract, hasLatestConsentVersion: false })).toBe(
    'provider.permission.outdated',
  )
  expect(
    permissionLabelOf({ ...testProviderContract, permission: 'NOTIFICATIONS', hasLatestConsentVersion: true }),
  ).toBe('provider.permission.notifications')
})
