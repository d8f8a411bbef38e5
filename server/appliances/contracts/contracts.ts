import { consentTextOf } from '#contract/consent-text.ts'
import { isContractInForce } from '#contract/provider.ts'
import type * as z from 'zod/mini'
import type { ContractRequest, consentRenewal } from '#contract/service-contract.ts'
import type { Language } from '#contract/languages.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/refusals.ts'
import {
  type ApplianceCaller,
  type ApplianceChangeDependencies,
  changeApplianceUnderLock,
} from '../authorise-appliance-call.ts'
import { requireOwnerOrCoOwner } from '../policy.ts'
import { type ConsentTextLookup, findConsentTextByDigest } from '#server/service-changes/consents/consent-texts.ts'
import {
  type ConsentReceiptContext,
  endContractWithReceipt,
  storeContractWithConsent,
  renewConsentWithReceipt,
} from '#server/service-changes/consents/consent-changes.ts'
import type { ReceiptRecordFunction } from '#server/service-changes/consents/receipt-recorder.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import { recordServiceChange } from '../record-service-change.ts'
import { readGatewaySerialAndBrand } from '../store.ts'
import { companyErrorOf } from './policy.ts'
import {
  type CompanyContractRules,
  type OpenContract,
  findCompanyContractRules,
  readApplianceCountry,
  readOpenContracts,
} from './store.ts'

export type ContractDependencies = ApplianceChangeDependencies & {
  /** The current version of the consent text. */
  consentVersion: string
  recordReceipt: ReceiptRecordFunction
  /** Returns the name of a brand. If the brand is no longer configured, returns the name of the default brand. */
  brandNameOf(brandId: string): string
}

/**
 * A request to add a contract. `body()` parses the request's body; call it only after the check of rights. @throws
 * Refusal `rule-broken`
 */
export type NewContractRequest = ApplianceCaller & { language: Language; body(): ContractRequest }

/**
 * Connects an appliance to a service provider or to customer support. Replaces a declined contract of the same type.
 * Specification 13.8.
 * @throws Refusal `not-found`, `not-owner`, `rule-broken`, `address-missing`, `provider-exists`, `support-exists`,
 * `consent-text-changed`
 */
export async function addContract(
  dependencies: ContractDependencies,
  { language, body, ...target }: NewContractRequest,
): Promise<void> {
  const { consentVersion: version, brandNameOf } = dependencies
  await changeContracts(dependencies, target, async (transaction, act) => {
    const { shown: digest, ...request } = body()
    const company = await acceptableCompany(transaction, act.gatewayId, request)
    const { companyType } = request
    const { brand } = await readGatewaySerialAndBrand(transaction, act.gatewayId)
    const open = await readOpenContracts(transaction, act.gatewayId)
    await removeDeclined(
      transaction,
      act,
      open.filter((contract) => contract.companyType === companyType),
    )
    const status = company.acceptsAutomatically ? 'ACTIVE' : 'PENDING'
    const textIn: ConsentTextLookup['textIn'] = (format) => consentTextOf(companyType, brandNameOf(brand), format)
    const shownConsentText = findConsentTextByDigest({ shown: digest, textIn })
    const consent = { version, language: digest?.language ?? language, shown: shownConsentText }
    const contractId = await storeContractWithConsent(transaction, act, { ...request, status, ...consent })
    await recordServiceChange(transaction, act, { kind: 'contract-added', contractId })
  })
}

/**
 * Returns the company if the appliance can be connected to it. Checks the request first (status 422), then the state
 * of the appliance (409). Specification 13.8.
 * @throws Refusal `rule-broken`, `address-missing`
 */
async function acceptableCompany(
  transaction: Transaction,
  gatewayId: string,
  { companyType, companyId }: Pick<ContractRequest, 'companyType' | 'companyId'>,
): Promise<CompanyContractRules> {
  const company = await findCompanyContractRules(transaction, companyType, companyId)
  const country = await readApplianceCountry(transaction, gatewayId)
  const { brand } = await readGatewaySerialAndBrand(transaction, gatewayId)
  const code = companyErrorOf(company, { country, brand })
  if (code !== null || !company)
    throw new Refusal('rule-broken', { errors: [{ path: 'companyId', code: code ?? 'unknown-company' }] })
  if (country === null) throw new Refusal('address-missing')
  return company
}

async function removeDeclined(
  transaction: Transaction,
  act: ConsentReceiptContext,
  contracts: readonly OpenContract[],
): Promise<void> {
  for (const { id, companyType, status } of contracts) {
    if (isContractInForce(status)) throw new Refusal(companyType === 'SUPPORT' ? 'provider-exists' : 'support-exists')
    await endContractWithReceipt(transaction, act, { contractId: id, reason: 'replaced' })
    await recordServiceChange(transaction, act, { kind: 'contract-replaced', contractId: id })
  }
}

export type ContractCaller = ApplianceCaller & { companyId: string }

/**
 * Ends the contract with a company, also if the contract is pending or declined. @throws Refusal `not-found`,
 * `not-owner`
 */
export async function removeContract(
  dependencies: ContractDependencies,
  { companyId, ...target }: ContractCaller,
): Promise<void> {
  await changeContracts(dependencies, target, async (transaction, act) => {
    const { id } = await openContractWith(transaction, act.gatewayId, companyId)
    await endContractWithReceipt(transaction, act, { contractId: id, reason: 'withdrawn' })
    await recordServiceChange(transaction, act, { kind: 'contract-ended', contractId: id })
  })
}

export type ConsentRenewalRequest = { language: Language; body(): z.infer<typeof consentRenewal> | undefined }

/**
 * Renews the consent of a contract that is pending or active. Does nothing if the consent already has the latest
 * version. `body()` parses the request's body, as in `NewContractRequest`.
 * @throws Refusal `not-found`, `not-owner`, `rule-broken`, `consent-text-changed`
 */
export async function renewContractConsent(
  dependencies: ContractDependencies,
  { companyId, language, body, ...target }: ContractCaller & ConsentRenewalRequest,
): Promise<void> {
  const { consentVersion: version, brandNameOf } = dependencies
  await changeContracts(dependencies, target, async (transaction, act) => {
    const digest = body()?.shown
    const contract = await openContractWith(transaction, act.gatewayId, companyId)
    if (!isContractInForce(contract.status)) throw new Refusal('not-found')
    if (contract.consentVersion === version) return
    const { brand } = await readGatewaySerialAndBrand(transaction, act.gatewayId)
    const textIn: ConsentTextLookup['textIn'] = (format) =>
      consentTextOf(contract.companyType, brandNameOf(brand), format)
    const shownConsentText = findConsentTextByDigest({ shown: digest, textIn })
    const consent = { version, language: digest?.language ?? language, shown: shownConsentText }
    await renewConsentWithReceipt(transaction, act, { contractId: contract.id, ...consent })
    await recordServiceChange(transaction, act, { kind: 'consent-renewed', contractId: contract.id })
  })
}

async function openContractWith(transaction: Transaction, gatewayId: string, companyId: string): Promise<OpenContract> {
  const open = await readOpenContracts(transaction, gatewayId)
  const contract = open.find((one) => one.companyId === companyId)
  if (!contract) throw new Refusal('not-found')
  return contract
}

/** Runs a change of contracts by the owner or a co-owner, while the appliance is locked, and publishes the change. */
async function changeContracts(
  dependencies: ContractDependencies,
  caller: ApplianceCaller,
  work: (transaction: Transaction, act: ConsentReceiptContext) => Promise<void>,
): Promise<void> {
  const { bus, recordReceipt } = dependencies
  await changeApplianceUnderLock(dependencies, { caller, requireRight: requireOwnerOrCoOwner }, async (locked) => {
    const { transaction, gatewayId, personId, now } = locked
    await work(transaction, { gatewayId, personId, now: new Date(now), recordReceipt })
    await publishServiceChange(transaction, bus, { gatewayId })
  })
}
