import type { CompanyIdError } from '#contract/service-contract.ts'
import type { CompanyContractRules } from './store.ts'

export type ApplianceMarket = { country: string | null; brand: string }

/**
 * Returns the reason why an appliance cannot be connected to a company; null if it can. Does not check the country if
 * the appliance has no address.
 */
export function companyErrorOf(
  company: CompanyContractRules | null,
  { country, brand }: ApplianceMarket,
): CompanyIdError | null {
  if (!company) return 'unknown-company'
  if (!company.brands.includes(brand)) return 'other-brand'
  return country !== null && company.country !== country ? 'other-country' : null
}
