import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { ContractStatus, Permission } from '#contract/provider.ts'
import type { CompanyType } from '#contract/service-contract.ts'
import type { ServiceAction, Tx } from '../store.ts'

/** A contract that has not ended: in force, or declined. */
export type OpenContract = {
  id: string
  companyType: CompanyType
  companyId: string
  status: ContractStatus
  consentVersion: string
}

export async function readOpenContracts(transaction: Tx, gatewayId: string): Promise<OpenContract[]> {
  const { rows } = await sql<OpenContract>`
    select id, company_type as "companyType", coalesce(company_id, support_company_id) as "companyId", status,
      consent_version as "consentVersion"
    from contract where gateway_id = ${gatewayId} and ended_at is null
  `.execute(transaction)
  return rows
}

/** Where and for which brands a company works, and whether it accepts by itself. */
export type CompanyTerms = { country: string; brands: readonly string[]; acceptsAutomatically: boolean }

/** Null when there is no company of that type with that id. Customer support always accepts. */
export async function findCompanyTerms(
  transaction: Tx,
  companyType: CompanyType,
  id: string,
): Promise<CompanyTerms | null> {
  const { rows } =
    companyType === 'SUPPORT'
      ? await sql<CompanyTerms>`
          select country, brands, accepts_automatically as "acceptsAutomatically" from company where id = ${id}
        `.execute(transaction)
      : await sql<CompanyTerms>`
          select country, array[brand] as brands, true as "acceptsAutomatically" from support_company where id = ${id}
        `.execute(transaction)
  return rows[0] ?? null
}

/** The country of the appliance's address, null without one. */
export async function readCountry(transaction: Tx, gatewayId: string): Promise<string | null> {
  const { rows } = await sql<{ country: string }>`
    select country from address where gateway_id = ${gatewayId}
  `.execute(transaction)
  return rows[0]?.country ?? null
}

export type Consent = { version: string; language: Language }

export type NewContract = {
  companyType: CompanyType
  companyId: string
  status: ContractStatus
  permission: Permission
}

/** Answers the id of the new contract; the database notes its consent. */
export async function insertContract(
  transaction: Tx,
  { gatewayId, personId, now }: ServiceAction,
  { companyType, companyId, status, permission, version, language }: NewContract & Consent,
): Promise<string> {
  const [providerId, supportId] = companyType === 'SUPPORT' ? [companyId, null] : [null, companyId]
  const { rows } = await sql<{ id: string }>`
    insert into contract (gateway_id, company_type, company_id, support_company_id, status, permission, consent_version,
      consent_language, consented_at, consented_by, created_at)
    values (${gatewayId}, ${companyType}, ${providerId}, ${supportId}, ${status}, ${permission}, ${version},
      ${language}, ${now}, ${personId}, ${now})
    returning id
  `.execute(transaction)
  return rows[0]?.id ?? ''
}

export async function endContract(
  transaction: Tx,
  { personId, now }: ServiceAction,
  contractId: string,
): Promise<void> {
  await sql`
    update contract set ended_at = ${now}, ended_by = ${personId} where id = ${contractId}
  `.execute(transaction)
}

/** The database notes the consent beside the earlier ones. */
export async function saveConsentRenewal(
  transaction: Tx,
  { personId, now }: ServiceAction,
  { contractId, version, language }: Consent & { contractId: string },
): Promise<void> {
  await sql`
    update contract set consent_version = ${version}, consent_language = ${language}, consented_at = ${now},
      consented_by = ${personId}
    where id = ${contractId}
  `.execute(transaction)
}
