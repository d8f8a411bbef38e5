import { expect, test } from 'vitest'
import type { ServiceContract } from '#contract/service-contract.ts'
import { type Appliance, toAppliances } from '../state/appliance.ts'
import { createApiConnection, testAddress, testSupportContract } from '#test/client/api-connection.ts'
import { supportViewOf } from './support-view.ts'

type Changes = { canEditContract?: boolean; hasAddress?: boolean; contracts?: ServiceContract[] }

function applianceWith({ canEditContract = true, hasAddress = true, contracts = [] }: Changes) {
  const address = hasAddress ? testAddress : null
  const [appliance] = toAppliances([createApiConnection({ service: { canEditContract, address, contracts } })])
  return appliance as Appliance
}

const there = { kind: 'there', value: testSupportContract.company } as const
const none = { kind: 'there', value: null } as const

test('without an address there is no support company', () => {
  expect(supportViewOf(applianceWith({ hasAddress: false }), none)).toEqual({ kind: 'no-address' })
})

test('a country without customer support is reported', () => {
  expect(supportViewOf(applianceWith({}), none)).toEqual({ kind: 'none-here', country: 'DE' })
  expect(supportViewOf(applianceWith({}), { kind: 'loading' })).toEqual({ kind: 'loading' })
})

test('a person who is not the owner is referred to the owner, and sees an existing connection', () => {
  expect(supportViewOf(applianceWith({ canEditContract: false }), there)).toEqual({ kind: 'ask-owner' })
  const supportView = supportViewOf(applianceWith({ canEditContract: false, contracts: [testSupportContract] }), there)
  expect(supportView).toMatchObject({ kind: 'connected', canWithdraw: false })
})

test('available customer support that is not yet connected can be requested', () => {
  expect(supportViewOf(applianceWith({}), there)).toMatchObject({ kind: 'request', declined: null })
})

test('a connection is shown, even if its country no longer has a support company', () => {
  const appliance = applianceWith({ contracts: [testSupportContract] })
  expect(supportViewOf(appliance, none)).toMatchObject({ kind: 'connected', canWithdraw: true })
})

test('a declined request may be sent again', () => {
  const declined = applianceWith({ contracts: [{ ...testSupportContract, status: 'DECLINED' }] })
  expect(supportViewOf(declined, there)).toMatchObject({
    kind: 'request',
    declined: { status: 'DECLINED' },
  })
})
