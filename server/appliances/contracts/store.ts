import type { ContractStatus } from '#contract/provider.ts'
import type { CompanyType } from '#contract/service-contract.ts'
import { readFirst, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** A contract that has not ended: in force, or declined. */
export type OpenContract = {
  id: string
  companyType: CompanyType
  companyId: string
  status: ContractStatus
  consentVersion: string
}

export async function readOpenContracts(transaction: Transaction, gatewayId: string): Promise<OpenContract[]> {
  return readRows(
    transaction,
    sql<OpenContract>`
      select id, company_type as "companyType", coalesce(company_id, support_company_id) as "companyId", status,
        consent_version as "consentVersion"
      from contract where gateway_id = ${gatewayId} and ended_at is null`,
  )
}

/** The country and brands of a company, and whether it accepts automatically. */
export type CompanyTerms = { country: string; brands: readonly string[]; acceptsAutomatically: boolean }

/** Null if there is no company of that type with that id. Customer support always accepts. */
export async function findCompanyTerms(
  transaction: Transaction,
  companyType: CompanyType,
  id: string,
): Promise<CompanyTerms | null> {
  const provider = sql<CompanyTerms>`
    select country, brands, accepts_automatically as "acceptsAutomatically" from company where id = ${id}`
  const support = sql<CompanyTerms>`
    select country, array[brand] as brands, true as "acceptsAutomatically" from support_company where id = ${id}`
  return readFirst(transaction, companyType === 'SUPPORT' ? provider : support)
}

/** The country of the appliance's address, null without one. */
export async function readCountry(transaction: Transaction, gatewayId: string): Promise<string | null> {
  const address = await readFirst(
    transaction,
    sql<{ country: string }>`select country from address where gateway_id = ${gatewayId}`,
  )
  return address?.country ?? null
}
