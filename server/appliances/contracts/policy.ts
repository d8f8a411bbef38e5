import type { CompanyError } from '#contract/service-contract.ts'
import type { CompanyTerms } from './store.ts'

export type ApplianceMarket = { country: string | null; brand: string }

/** What is wrong with connecting an appliance to a company; null when nothing is. Without an address no country is wrong. */
export function companyErrorOf(company: CompanyTerms | null, { country, brand }: ApplianceMarket): CompanyError | null {
  if (!company) return 'unknown-company'
  if (!company.brands.includes(brand)) return 'other-brand'
  return country !== null && company.country !== country ? 'other-country' : null
}
