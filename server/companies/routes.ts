import { api } from '#contract/api.ts'
import type { AttemptLimit } from '#server/http/attempt-limit.ts'
import type { AddEndpoint } from '#server/http/endpoints.ts'
import type { LimitPerson } from '#server/http/person-limit.ts'
import { Refusal } from '#server/http/refusals.ts'
import { searchCompanies } from './search/search.ts'
import type { SearchStore } from './search/store.ts'
import type { CompanyStore } from './store.ts'

/**
 * Twice what a person can type: the page waits a second after the last key. It bounds how fast one person can read through
 * all companies. Specification 9.2 and 19.30.
 */
export const lookUps: AttemptLimit = { name: 'look-up', attempts: 120, windowS: 60 }

export type CompanyDependencies = {
  companies: CompanyStore
  search: SearchStore
  /** The ids of all brands, for who asks for none. */
  brandIds: readonly string[]
  limitLookUps: LimitPerson
}

/** Companies that an appliance can be connected to. Specification 7 and 13.7. */
export function addCompanyRoutes(add: AddEndpoint, dependencies: CompanyDependencies): void {
  const { companies, search, brandIds, limitLookUps } = dependencies

  add(api.searchProviders, async ({ caller, query: { brand, ...query } }) => {
    await limitLookUps(caller)
    return searchCompanies(search, { ...query, brands: brand ?? brandIds })
  })

  add(api.readCompany, async ({ caller, params }) => {
    await limitLookUps(caller)
    const company = await companies.find(params.id)
    if (!company) throw new Refusal('not-found')
    return company
  })

  add(api.checkReturnAddress, async ({ caller, params, query: { uri } }) => {
    await limitLookUps(caller)
    if (!isReturnAddress(uri, await companies.returnAddressesOf(params.id))) throw new Refusal('not-found')
    return { uri }
  })

  add(api.listSupportCompanies, async ({ query }) => {
    const items = await companies.listSupport(query.brand ?? brandIds)
    return { items, total: items.length }
  })
}

/**
 * Whether an address is one of those that a company has registered: the same host and path over HTTPS, with any query.
 * Names and passwords in an address are never needed. RFC 9700, 4.11, on open redirectors.
 */
function isReturnAddress(uri: string, registered: readonly string[]): boolean {
  const { protocol, username, password, origin, pathname } = new URL(uri)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  return registered.includes(`${origin}${pathname}`)
}
