import { expect, test } from 'vitest'
import type { ServiceContract } from '#contract/service-contract.ts'
import { type Appliance, toAppliances } from '../appliance.ts'
import { aConnection, anAddress, aProviderContract } from '../testing.ts'
import { needsConsentUpdate, permissionLabel, providerViewOf } from './provider-view.ts'

function applianceWith(contracts: ServiceContract[], { canEditContract = true, address = anAddress as never } = {}) {
  const [appliance] = toAppliances([aConnection({ service: { canEditContract, address, contracts } })])
  return appliance as Appliance
}

const none = null as never

test('without an address there is nothing to search', () => {
  expect(providerViewOf(applianceWith([], { address: none }), false)).toEqual({ kind: 'no-address' })
  expect(providerViewOf(applianceWith([]), false)).toEqual({ kind: 'add' })
})

test('who may not edit is sent to the owner, and sees a provider that is there', () => {
  expect(providerViewOf(applianceWith([], { canEditContract: false }), false)).toEqual({ kind: 'ask-owner' })
  expect(providerViewOf(applianceWith([], { canEditContract: false, address: none }), false).kind).toBe('ask-owner')
  expect(providerViewOf(applianceWith([aProviderContract], { canEditContract: false }), true).kind).toBe('connected')
})

test('a declined provider may be replaced by the owner, no other', () => {
  const declined = { ...aProviderContract, status: 'DECLINED' } as const
  expect(providerViewOf(applianceWith([declined]), true).kind).toBe('replace')
  expect(providerViewOf(applianceWith([declined]), false).kind).toBe('connected')
  expect(providerViewOf(applianceWith([aProviderContract]), true).kind).toBe('connected')
})

test('an outdated consent is asked for anew, of editors only and not for a declined contract', () => {
  const outdated = { ...aProviderContract, hasLatestConsentVersion: false }
  expect(needsConsentUpdate(applianceWith([outdated]))).toBe(true)
  expect(needsConsentUpdate(applianceWith([aProviderContract]))).toBe(false)
  expect(needsConsentUpdate(applianceWith([outdated], { canEditContract: false }))).toBe(false)
  expect(needsConsentUpdate(applianceWith([{ ...outdated, status: 'DECLINED' }]))).toBe(false)
})

test('full access is remote control only with the latest consent', () => {
  expect(permissionLabel({ ...aProviderContract, hasLatestConsentVersion: true })).toBe('provider.permission.latest')
  expect(permissionLabel({ ...aProviderContract, hasLatestConsentVersion: false })).toBe('provider.permission.outdated')
  expect(permissionLabel({ ...aProviderContract, permission: 'NOTIFICATIONS', hasLatestConsentVersion: true })).toBe(
    'provider.permission.notifications',
  )
})
