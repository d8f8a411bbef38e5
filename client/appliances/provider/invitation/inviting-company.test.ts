import { expect, test } from 'vitest'
import { companyApi } from '#contract/company-api.ts'
import type { Failure } from '#client/api.ts'
import { applianceStoreFixture } from '#test/client/appliance-fixture.ts'
import { aCompany } from '#test/client/appliance-state.ts'
import { findInvitingCompany } from './inviting-company.ts'

const search = `GET ${companyApi.searchProviders.path}`
const read = `GET ${companyApi.readCompany.path}`
const wanted = { companyId: aCompany.id, country: 'DE' } as const
const notFound: Failure = { kind: 'refused', status: 404, code: 'not-found', errors: [], retryAfterS: null }

async function asked(answers: Record<string, unknown>) {
  return (await applianceStoreFixture(answers).store.dispatch(findInvitingCompany(wanted))).payload
}

test('the inviting company serves here if the search of this country and brand finds its id', async () => {
  const { store, asked: calls } = applianceStoreFixture({ [search]: { items: [aCompany], total: 1 } })
  expect((await store.dispatch(findInvitingCompany(wanted))).payload).toEqual({ kind: 'serves', company: aCompany })
  expect(calls).toEqual([
    {
      path: search,
      input: { query: { country: 'DE', value: aCompany.id, brand: 'cedar', limit: '1', offset: '0' } },
    },
  ])
})

test('a company that serves elsewhere is named; an unknown one is not', async () => {
  const another = { ...aCompany, id: '99999999-9999-4999-8999-999999999999' }
  const none = { items: [another], total: 1 }
  expect(await asked({ [search]: none, [read]: aCompany })).toEqual({ kind: 'elsewhere', company: aCompany })
  expect(await asked({ [search]: none, [read]: notFound })).toEqual({ kind: 'elsewhere', company: null })
})

test('without a connection the page says nothing about the company', async () => {
  expect(await asked({ [search]: { kind: 'network' } })).toEqual({ kind: 'network' })
  expect(await asked({ [search]: { items: [], total: 0 }, [read]: { kind: 'timeout' } })).toEqual({ kind: 'timeout' })
})
