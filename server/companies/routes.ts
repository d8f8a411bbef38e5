import { api } from '#contract/api.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import type { PersonLimiter, RateLimit } from '#server/http/rate-limit.ts'
import { Refusal } from '#server/http/refusals.ts'
import { searchCompanies } from './search/search-companies.ts'
import type { CompanySearchStore } from './search/store.ts'
import type { CompanyStore } from './store.ts'

/**
 * The rate limit of searches and look-ups. It is twice the number of searches that a person causes by typing, because
 * the page searches one second after the last key. The limit slows down a person who copies all companies.
 * Specification 9.2 and 19.30.
 */
export const companyLookupRateLimit: RateLimit = { name: 'look-up', attempts: 120, windowS: 60 }

export type CompanyDependencies = {
  companies: CompanyStore
  search: CompanySearchStore
  /** The ids of all brands. A request without `brand` searches the companies of all brands. */
  brandIds: readonly string[]
  limitLookups: PersonLimiter
}

/** Adds the endpoints that find the companies to which an appliance can be connected. Specification 7 and 13.7. */
export function addCompanyRoutes(add: EndpointAdder, dependencies: CompanyDependencies): void {
  const { companies, search, brandIds, limitLookups } = dependencies

  add(api.searchProviders, async ({ caller, query: { brand, ...query } }) => {
    await limitLookups(caller)
    return searchCompanies(search, { ...query, brands: brand ?? brandIds })
  })

  add(api.readCompany, async ({ caller, params }) => {
    await limitLookups(caller)
    const company = await companies.find(params.id)
    if (!company) throw new Refusal('not-found')
    return company
  })

  add(api.checkReturnAddress, async ({ caller, params, query: { uri } }) => {
    await limitLookups(caller)
    if (!isReturnAddress(uri, await companies.returnAddressesOf(params.id))) throw new Refusal('not-found')
    return { uri }
  })

  add(api.listSupportCompanies, async ({ query }) => {
    const items = await companies.listSupport(query.brand ?? brandIds)
    return { items, total: items.length }
  })
}

/**
 * Returns whether the company has registered this return URL. The scheme must be HTTPS, and origin and path must match;
 * any query is accepted. A URL with a user name or password is refused. RFC 9700, 4.11, on open redirectors.
 */
function isReturnAddress(uri: string, registeredUris: readonly string[]): boolean {
  const { protocol, username, password, origin, pathname } = new URL(uri)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  return registeredUris.includes(`${origin}${pathname}`)
}
