import type { ReceiptKind } from '#contract/receipts.ts'
import type { Country } from '#contract/countries.ts'
import type { Language } from '#contract/languages.ts'
import type { ContractStatus, ContractPermission } from '#contract/provider.ts'
import type { CompanyType } from '#contract/service-contract.ts'
import type { SharedDatatype, SharingPurpose } from '#contract/sharing.ts'
import { type Queryable, execute, readFirstRow, readRequiredRow, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** The appliance whose consent changes, the person who changes it, and the time. */
export type ConsentChangeContext = { gatewayId: string; personId: string; now: Date }

export type ConsentVersion = { version: string; language: Language }

export type NewContract = {
  companyType: CompanyType
  companyId: string
  status: ContractStatus
  permission: ContractPermission
}

/** Inserts a contract and returns its id. A trigger also adds the consent to the history of consents. */
export async function insertContract(
  transaction: Transaction,
  { gatewayId, personId, now }: ConsentChangeContext,
  { companyType, companyId, status, permission, version, language }: NewContract & ConsentVersion,
): Promise<string> {
  const [providerId, supportId] = companyType === 'SUPPORT' ? [companyId, null] : [null, companyId]
  const { id } = await readRequiredRow<{ id: string }>(transaction)`
    insert into contract (gateway_id, company_type, company_id, support_company_id, status, permission,
      consent_version, consent_language, consented_at, consented_by, created_at)
    values (${gatewayId}, ${companyType}, ${providerId}, ${supportId}, ${status}, ${permission}, ${version},
      ${language}, ${now}, ${personId}, ${now})
    returning id`
  return id
}

/** Stores a new consent of a contract. A trigger also adds the consent to the history of consents. */
export async function saveConsentRenewal(
  transaction: Transaction,
  { personId, now }: ConsentChangeContext,
  { contractId, version, language }: ConsentVersion & { contractId: string },
): Promise<void> {
  await execute(transaction)`
    update contract set consent_version = ${version}, consent_language = ${language}, consented_at = ${now},
      consented_by = ${personId}
    where id = ${contractId}`
}

export async function saveContractEnd(
  transaction: Transaction,
  { personId, now }: ConsentChangeContext,
  contractId: string,
): Promise<void> {
  await execute(transaction)`update contract set ended_at = ${now}, ended_by = ${personId} where id = ${contractId}`
}

/** Ends every open contract of an appliance. Returns the ids of the ended contracts. */
export async function saveAllContractEnds(
  transaction: Transaction,
  { gatewayId, personId, now }: Omit<ConsentChangeContext, 'personId'> & { personId: string | null },
): Promise<string[]> {
  const rows = await readRows<{ id: string }>(transaction)`
    with ended as (
      update contract set ended_at = ${now}, ended_by = ${personId}
      where gateway_id = ${gatewayId} and ended_at is null returning id
    ), recorded as (
      insert into service_event (gateway_id, at, kind, contract_id, person_id)
      select ${gatewayId}::uuid, ${now}::timestamptz, 'contract-ended', id, ${personId}::uuid from ended
    )
    select id from ended order by id`
  return rows.map(({ id }) => id)
}

/** Deletes the address of an appliance, if it has one, and records the deletion for the owner. */
export async function eraseAddress(
  transaction: Transaction,
  { gatewayId, personId, now }: Omit<ConsentChangeContext, 'personId'> & { personId: string | null },
): Promise<void> {
  await execute(transaction)`
    with erased as (delete from address where gateway_id = ${gatewayId} returning gateway_id)
    insert into service_event (gateway_id, at, kind, person_id)
    select gateway_id, ${now}, 'address-erased', ${personId} from erased`
}

/** The data of a receipt about the appliance and the person. `personId` is null if that person was erased. */
export type PersonReceiptData = {
  gatewayId: string
  personId: string | null
  serial: string
  gatewayType: string
  brand: string
  firstName: string | null
  lastName: string | null
  country: Country | null
}

/** The data of a receipt about a contract and its company. */
export type ContractReceiptData = PersonReceiptData & {
  contractId: string
  companyType: CompanyType
  permission: ContractPermission
  companyName: string
  companyEmail: string | null
  companyUrl: string | null
  companyAddress: string | null
  version: string
  language: Language
  consentedAt: Date
}

/** The columns of a receipt about the appliance and the person, from the rows `g` of `gateway` and `p` of `person`. */
const personFacts = sql`
  g.id as "gatewayId", p.id as "personId", g.serial, g.type as "gatewayType", g.brand, p.first_name as "firstName",
  p.last_name as "lastName", p.country`

/**
 * Reads the data of a receipt about a contract. The person is the one with `personId`; if it is null, the person who
 * gave the consent.
 */
export async function readContractReceiptData(
  transaction: Transaction,
  { contractId, personId }: { contractId: string; personId: string | null },
): Promise<ContractReceiptData> {
  return readRequiredRow<ContractReceiptData>(transaction)`
    select k.id as "contractId", ${personFacts}, k.company_type as "companyType",
      k.permission, coalesce(o.name, s.url, '') as "companyName", o.email as "companyEmail", s.url as "companyUrl",
      array_to_string(o.street, ', ') || ', ' || concat_ws(' ', o.postal_code, o.city, o.country) as "companyAddress",
      k.consent_version as version, k.consent_language as language, k.consented_at as "consentedAt"
    from contract k join gateway g on g.id = k.gateway_id
    left join person p on p.id = coalesce(${personId}, k.consented_by)
    left join company o on o.id = k.company_id left join support_company s on s.id = k.support_company_id
    where k.id = ${contractId}`
}

/**
 * The data of a receipt about a grant to a third party. The operator has verified `registerNumber` and
 * `companyCountry`.
 */
export type GrantReceiptData = PersonReceiptData & {
  grantId: string
  program: string
  companyName: string | null
  registerNumber: string | null
  companyCountry: string | null
  datatypes: SharedDatatype[]
  historyMonths: number
  purpose: SharingPurpose
  createdAt: Date
  endsAt: Date
}

export async function readGrantReceiptData(transaction: Transaction, grantId: string): Promise<GrantReceiptData> {
  return readRequiredRow<GrantReceiptData>(transaction)`
    select s.id as "grantId", ${personFacts}, k.name as program, k.company_name as "companyName",
      k.register_number as "registerNumber", k.country as "companyCountry", s.datatypes,
      s.history_months as "historyMonths", s.purpose, s.created_at as "createdAt", s.ends_at as "endsAt"
    from partner_grant s join gateway g on g.id = s.gateway_id join person p on p.id = s.person_id
    join partner_client k on k.id = s.client_id where s.id = ${grantId}`
}

/**
 * Reads the latest receipt, a JWS, for giving or renewing a consent to this contract or grant. Returns null if there is
 * no such receipt, or if its person was erased.
 */
export async function readConsentReceipt(transaction: Transaction, recordId: string): Promise<string | null> {
  const row = await readFirstRow<{ jws: string | null }>(transaction)`
    select jws from receipt where (contract_id = ${recordId} or grant_id = ${recordId}) and kind <> 'withdrawn'
    order by at desc limit 1`
  return row?.jws ?? null
}

/** A receipt to store. `digest`: the SHA-256 of the JWS. */
export type NewReceipt = {
  id: string
  gatewayId: string
  contractId: string | null
  grantId: string | null
  personId: string | null
  kind: ReceiptKind
  at: Date
  consentedAt: Date
  companyName: string
  jws: string
  digest: Buffer
}

export async function insertReceipt(transaction: Transaction, receipt: NewReceipt): Promise<void> {
  const { id, gatewayId, contractId, grantId, personId, kind, at, consentedAt, companyName, jws, digest } = receipt
  await execute(transaction)`
    insert into receipt (id, gateway_id, contract_id, grant_id, person_id, kind, at, consented_at, company_name, jws,
      digest)
    values (${id}, ${gatewayId}, ${contractId}, ${grantId}, ${personId}, ${kind}, ${at}, ${consentedAt},
      ${companyName}, ${jws}, ${digest})`
}

/** A public key that verifies receipts, and its JWK thumbprint (`kid`). */
export type StoredReceiptKey = { kid: string; publicKey: Buffer }

/** Stores a public key, unless it is already stored. Each receipt stores its key in the transaction of the receipt. */
export async function insertReceiptKey(
  transaction: Transaction,
  { kid, publicKey }: StoredReceiptKey,
  now: Date,
): Promise<void> {
  await execute(transaction)`
    insert into receipt_key (kid, public_key, first_used_at) values (${kid}, ${publicKey}, ${now})
    on conflict (kid) do nothing`
}

/** Reads all public keys, the newest first. */
export async function readStoredReceiptKeys(db: Queryable): Promise<StoredReceiptKey[]> {
  return readRows<StoredReceiptKey>(db)`
    select kid, public_key as "publicKey" from receipt_key order by first_used_at desc, kid`
}

/**
 * Deletes the content of a person's receipts, because it contains the person's name. The digests of these receipts stay
 * stored. Specification 25.3.
 */
export async function eraseReceiptsOfPerson(transaction: Transaction, personId: string): Promise<void> {
  await execute(transaction)`update receipt set jws = null where person_id = ${personId}`
}
