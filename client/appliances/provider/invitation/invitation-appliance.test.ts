import { expect, test } from 'vitest'
import type { Connection } from '#contract/appliance.ts'
import type { ServiceContract } from '#contract/service-contract.ts'
import { validateInvitation } from '#client/appliances/state/invitation-slice.ts'
import { createLoadedApplianceStoreFixture } from '#test/client/appliance-store-fixture.ts'
import {
  type ConnectionChanges,
  testCompany,
  createApiConnection,
  testAddress,
  testProviderContract,
} from '#test/client/api-connection.ts'
import { selectConnectedInviter, selectInvitationApplianceId } from './invitation-appliance.ts'

function appliance(contracts: ServiceContract[], changes: ConnectionChanges = {}): Connection {
  return createApiConnection({ service: { canEditContract: true, address: testAddress, contracts }, ...changes })
}

const another = { id: '33333333-3333-4333-8333-333333333333' }

async function added(companyId: string, ...appliances: Connection[]) {
  const { store } = await createLoadedApplianceStoreFixture(...appliances)
  return selectConnectedInviter({ ...store.getState(), invitation: validateInvitation({ companyId }) })
}

test('an invitation of the current provider needs no answer', async () => {
  expect(await added(testCompany.id, appliance([testProviderContract]))).toEqual(testCompany)
  expect(await added(testCompany.id, appliance([{ ...testProviderContract, status: 'PENDING' }]))).toEqual(testCompany)
})

test('an appliance without a provider can accept the invitation', async () => {
  expect(await added(testCompany.id, appliance([testProviderContract]), appliance([], another))).toBeUndefined()
})

test('another company, or one that declined, does not count as added', async () => {
  expect(await added(another.id, appliance([testProviderContract]))).toBeUndefined()
  expect(await added(testCompany.id, appliance([{ ...testProviderContract, status: 'DECLINED' }]))).toBeUndefined()
})

test('the first appliance without a provider accepts an invitation, after a hand-over only the one handed over', async () => {
  const { store } = await createLoadedApplianceStoreFixture(appliance([]), appliance([], another))
  const targetOf = (formerOf?: string) =>
    selectInvitationApplianceId({
      ...store.getState(),
      invitation: validateInvitation({ companyId: testCompany.id, formerOf }),
    })
  expect([targetOf(), targetOf(another.id), targetOf(testCompany.id)]).toEqual([
    createApiConnection().id,
    another.id,
    undefined,
  ])
})
