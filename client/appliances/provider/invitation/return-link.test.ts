import { expect, test } from 'vitest'
import { companyApi } from '#contract/company-api.ts'
import { createApplianceStoreFixture } from '#test/client/appliance-store-fixture.ts'
import { testCompany, testProviderContract } from '#test/client/api-connection.ts'
import { createReturnLink, addInvitationOutcomeToUrl } from './return-link.ts'

const accepted = { gatewayId: 'g-1', contractStatus: 'PENDING' } as const

test('the company gets the gateway, the state of the contract and its session id', () => {
  const wayBack = { redirectUri: 'https://installer.example/return?visit=1#top', sessionId: 'a b&c' }
  expect(addInvitationOutcomeToUrl(wayBack, accepted)).toBe(
    'https://installer.example/return?visit=1&gatewayId=g-1&contractStatus=PENDING&sessionId=a+b%26c#top',
  )
})

test('a missing session id is not sent', () => {
  expect(addInvitationOutcomeToUrl({ redirectUri: 'https://installer.example/' }, accepted)).toBe(
    'https://installer.example/?gatewayId=g-1&contractStatus=PENDING',
  )
})

const path = `GET ${companyApi.checkReturnAddress.path}`
const input = {
  wayBack: { redirectUri: 'https://installer.example/' },
  applianceId: 'g-1',
  contract: testProviderContract,
}

test('the page asks whether the company allowed the address, and then returns there', async () => {
  const { store, asked } = createApplianceStoreFixture({ [path]: { uri: 'https://installer.example/' } })
  expect((await store.dispatch(createReturnLink(input))).payload).toEqual({
    applianceId: 'g-1',
    companyName: testCompany.name,
    href: 'https://installer.example/?gatewayId=g-1&contractStatus=ACTIVE',
  })
  expect(asked[0]?.input).toEqual({ params: { id: testCompany.id }, query: { uri: 'https://installer.example/' } })
})

test('an address that the company did not allow is not used', async () => {
  const { store } = createApplianceStoreFixture({
    [path]: { kind: 'refused', status: 404, code: 'not-found', errors: [], retryAfterS: null },
  })
  expect(createReturnLink.rejected.match(await store.dispatch(createReturnLink(input)))).toBe(true)
})
