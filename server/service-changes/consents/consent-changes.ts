import type { ConsentEndReason } from '#contract/receipts.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import { endGrants } from './grants/grant-changes.ts'
import type { ReceiptRecordFunction } from './receipt-recorder.ts'
import {
  type ConsentChangeContext,
  type ConsentVersion,
  type NewContract,
  eraseAddress,
  insertContract,
  saveConsentRenewal,
  saveContractEnd,
  saveAllContractEnds,
} from './store.ts'

// A change of a consent to a contract must use a function of this file, which also records the receipt of the change.

/** A change of a consent to a contract. `recordReceipt` records the receipt of the change in the same transaction. */
export type ConsentReceiptContext = ConsentChangeContext & { recordReceipt: ReceiptRecordFunction }

/**
 * A consent to a version of a text. `shown`: the text that the page showed, or null if the page sent no digest of the
 * text.
 */
type Consent = ConsentVersion & { shown: string | null }

/** Creates a contract with its first consent. Returns its id. */
export async function storeContractWithConsent(
  transaction: Transaction,
  act: ConsentReceiptContext,
  { shown, ...contract }: NewContract & Consent,
): Promise<string> {
  const contractId = await insertContract(transaction, act, contract)
  await act.recordReceipt(transaction, { ...act, contractId, kind: 'given', shown })
  return contractId
}

/** Replaces the consent of a contract by a consent to the current version of the text. */
export async function renewConsentWithReceipt(
  transaction: Transaction,
  act: ConsentReceiptContext,
  { contractId, shown, ...consent }: Consent & { contractId: string },
): Promise<void> {
  await saveConsentRenewal(transaction, act, { contractId, ...consent })
  await act.recordReceipt(transaction, { ...act, contractId, kind: 'renewed', shown })
}

/** Ends a contract together with its consent, and records a receipt. */
export async function endContractWithReceipt(
  transaction: Transaction,
  act: ConsentReceiptContext,
  { contractId, reason }: { contractId: string; reason: ConsentEndReason },
): Promise<void> {
  await saveContractEnd(transaction, act, contractId)
  await act.recordReceipt(transaction, { ...act, contractId, kind: 'withdrawn', reason })
}

/** The end of the service for an appliance. `personId`: the person who ended it, or null if the portal ended it. */
export type ServiceEndContext = Omit<ConsentReceiptContext, 'personId'> & {
  bus: Pick<Bus, 'publish'>
  personId: string | null
}

/** Ends the open contracts and grants of an appliance, with receipts for the ended consents. Specification 26.7. */
export async function endAllContractsAndGrants(
  transaction: Transaction,
  act: ServiceEndContext,
  reason: ConsentEndReason,
): Promise<void> {
  for (const contractId of await saveAllContractEnds(transaction, act))
    await act.recordReceipt(transaction, { ...act, contractId, kind: 'withdrawn', reason })
  const { bus, gatewayId, personId, now, recordReceipt } = act
  const actor = personId === null ? 'portal' : 'person'
  await endGrants(transaction, { actor, personId, reason, now, bus, recordReceipt }, { gatewayId })
}

/** Deletes the address of an appliance whose owner leaves, and ends its contracts and grants. Specification 13.6. */
export async function eraseAddressAndEndConsents(
  transaction: Transaction,
  act: ServiceEndContext,
  reason: ConsentEndReason,
): Promise<void> {
  await eraseAddress(transaction, act)
  await endAllContractsAndGrants(transaction, act, reason)
}
