import type { ContractStatus } from '#contract/provider.ts'
import type { CompanyType } from '#contract/service-contract.ts'
import { readFirstRow, readRows } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** A contract that has not ended: pending, active or declined. */
export type OpenContract = {
  id: string
  companyType: CompanyType
  companyId: string
  status: ContractStatus
  consentVersion: string
}

export async function readOpenContracts(transaction: Transaction, gatewayId: string): Promise<OpenContract[]> {
  return readRows<OpenContract>(transaction)`
    select id, company_type as "companyType", coalesce(company_id, support_company_id) as "companyId", status,
      consent_version as "consentVersion"
    from contract where gateway_id = ${gatewayId} and ended_at is null`
}

/**
 * The properties of a company that matter for a new contract: its country and brands, and whether it accepts requests
 * automatically.
 */
export type CompanyContractRules = { country: string; brands: readonly string[]; acceptsAutomatically: boolean }

/**
 * Finds the rules of a company for a new contract. Returns null if no company of that type has that id. Customer
 * support always accepts automatically.
 */
export async function findCompanyContractRules(
  transaction: Transaction,
  companyType: CompanyType,
  id: string,
): Promise<CompanyContractRules | null> {
  if (companyType === 'SUPPORT')
    return readFirstRow<CompanyContractRules>(transaction)`
      select country, brands, accepts_automatically as "acceptsAutomatically" from company where id = ${id}`
  return readFirstRow<CompanyContractRules>(transaction)`
    select country, array[brand] as brands, true as "acceptsAutomatically" from support_company where id = ${id}`
}

/** Reads the country of the appliance's address; null if the appliance has no address. */
export async function readApplianceCountry(transaction: Transaction, gatewayId: string): Promise<string | null> {
  const address = await readFirstRow<{ country: string }>(transaction)`
    select country from address where gateway_id = ${gatewayId}`
  return address?.country ?? null
}
