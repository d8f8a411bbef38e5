import { expect, test } from 'vitest'
import type { Connection } from '#contract/appliance.ts'
import type { ServiceContract } from '#contract/service-contract.ts'
import { validateInvitation } from '#client/appliances/state/invitation-slice.ts'
import { loadedApplianceStoreFixture } from '#test/client/appliance-fixture.ts'
import { aCompany, aConnection, anAddress, aProviderContract } from '#test/client/appliance-state.ts'
import { selectConnectedInviter, selectInvitationTarget } from './invitation-target.ts'

function appliance(contracts: ServiceContract[], changes: Partial<Connection> = {}): Connection {
  return aConnection({ service: { canEditContract: true, address: anAddress, contracts }, ...changes })
}

const another = { id: '33333333-3333-4333-8333-333333333333' }

async function added(companyId: string, ...appliances: Connection[]) {
  const { store } = await loadedApplianceStoreFixture(...appliances)
  return selectConnectedInviter({ ...store.getState(), invitation: validateInvitation({ companyId }) })
}

test('an invitation of the current provider needs no answer', async () => {
  expect(await added(aCompany.id, appliance([aProviderContract]))).toEqual(aCompany)
  expect(await added(aCompany.id, appliance([{ ...aProviderContract, status: 'PENDING' }]))).toEqual(aCompany)
})

test('an appliance without a provider can accept the invitation', async () => {
  expect(await added(aCompany.id, appliance([aProviderContract]), appliance([], another))).toBeUndefined()
})

test('another company, or one that declined, does not count as added', async () => {
  expect(await added(another.id, appliance([aProviderContract]))).toBeUndefined()
  expect(await added(aCompany.id, appliance([{ ...aProviderContract, status: 'DECLINED' }]))).toBeUndefined()
})

test('the first appliance without a provider accepts an invitation, after a hand-over only the one handed over', async () => {
  const { store } = await loadedApplianceStoreFixture(appliance([]), appliance([], another))
  const targetOf = (formerOf?: string) =>
    selectInvitationTarget({
      ...store.getState(),
      invitation: validateInvitation({ companyId: aCompany.id, formerOf }),
    })
  expect([targetOf(), targetOf(another.id), targetOf(aCompany.id)]).toEqual([aConnection().id, another.id, undefined])
})
