import { expect, test } from 'vitest'
import { companyApi } from '#contract/company-api.ts'
import type { CallFailure } from '#client/api-call.ts'
import { createApplianceStoreFixture } from '#test/client/appliance-store-fixture.ts'
import { testCompany } from '#test/client/api-connection.ts'
import { findInvitingCompany } from './inviting-company.ts'

const search = `GET ${companyApi.searchProviders.path}`
const read = `GET ${companyApi.readCompany.path}`
const wanted = { companyId: testCompany.id, country: 'DE' } as const
const notFound: CallFailure = { kind: 'refused', status: 404, code: 'not-found', errors: [], retryAfterS: null }

async function asked(answers: Record<string, unknown>) {
  return (await createApplianceStoreFixture(answers).store.dispatch(findInvitingCompany(wanted))).payload
}

test('the inviting company serves here if the search of this country and brand finds its id', async () => {
  const { store, asked: calls } = createApplianceStoreFixture({ [search]: { items: [testCompany], total: 1 } })
  expect((await store.dispatch(findInvitingCompany(wanted))).payload).toEqual({ kind: 'serves', company: testCompany })
  expect(calls).toEqual([
    {
      path: search,
      input: { query: { country: 'DE', value: testCompany.id, brand: 'cedar', limit: '1', offset: '0' } },
    },
  ])
})

test('a company that serves elsewhere is named; an unknown one is not', async () => {
  const another = { ...testCompany, id: '99999999-9999-4999-8999-999999999999' }
  const none = { items: [another], total: 1 }
  expect(await asked({ [search]: none, [read]: testCompany })).toEqual({ kind: 'elsewhere', company: testCompany })
  expect(await asked({ [search]: none, [read]: notFound })).toEqual({ kind: 'elsewhere', company: null })
})

test('without a connection the page says nothing about the company', async () => {
  expect(await asked({ [search]: { kind: 'network' } })).toEqual({ kind: 'network' })
  expect(await asked({ [search]: { items: [], total: 0 }, [read]: { kind: 'timeout' } })).toEqual({ kind: 'timeout' })
})
