import { expect, test } from 'vitest'
import type { ServiceContract } from '#contract/service-contract.ts'
import { type Appliance, toAppliances } from '../state/appliance.ts'
import { aConnection, anAddress, aProviderContract } from '#test/client/appliance-state.ts'
import { permissionLabel } from '../state/permission-label.ts'
import { needsConsentUpdate, providerViewOf } from './provider-view.ts'

function applianceWith(contracts: ServiceContract[], { canEditContract = true, address = anAddress as never } = {}) {
  const [appliance] = toAppliances([aConnection({ service: { canEditContract, address, contracts } })])
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
  expect(providerViewOf(applianceWith([aProviderContract], { canEditContract: false }), true).kind).toBe('connected')
})

test('the owner may replace only a declined provider', () => {
  const declined = { ...aProviderContract, status: 'DECLINED' } as const
  expect(providerViewOf(applianceWith([declined]), true).kind).toBe('replace')
  expect(providerViewOf(applianceWith([declined]), false).kind).toBe('connected')
  expect(providerViewOf(applianceWith([aProviderContract]), true).kind).toBe('connected')
})

test('a new version of the consent is requested only from editors, and not for a declined contract', () => {
  const outdated = { ...aProviderContract, hasLatestConsentVersion: false }
  expect(needsConsentUpdate(applianceWith([outdated]))).toBe(true)
  expect(needsConsentUpdate(applianceWith([aProviderContract]))).toBe(false)
  expect(needsConsentUpdate(applianceWith([outdated], { canEditContract: false }))).toBe(false)
  expect(needsConsentUpdate(applianceWith([{ ...outdated, status: 'DECLINED' }]))).toBe(false)
})

test('full access includes remote control only with the latest consent', () => {
  expect(permissionLabel({ ...aProviderContract, hasLatestConsentVersion: true })).toBe('provider.permission.latest')
  expect(permissionLabel({ ...aProviderContract, hasLatestConsentVersion: false })).toBe('provider.permission.outdated')
  expect(permissionLabel({ ...aProviderContract, permission: 'NOTIFICATIONS', hasLatestConsentVersion: true })).toBe(
    'provider.permission.notifications',
  )
})
