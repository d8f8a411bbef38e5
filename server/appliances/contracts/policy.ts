import type { CompanyError } from '#contract/service-contract.ts'
import type { CompanyConditions } from './store.ts'

export type ApplianceMarket = { country: string | null; brand: string }

/** Why an appliance cannot be connected to a company; null if it can. Without an address the country is not checked. */
export function companyErrorOf(
  company: CompanyConditions | null,
  { country, brand }: ApplianceMarket,
): CompanyError | null {
  if (!company) return 'unknown-company'
  if (!company.brands.includes(brand)) return 'other-brand'
  return country !== null && company.country !== country ? 'other-country' : null
}
