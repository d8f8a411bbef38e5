import { createHash, randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { BrandSettings } from '#brands/brand.ts'
import {
  type ConsentEnd,
  type ReceiptPayload,
  type TextShown,
  consentData,
  receiptPayload,
} from '#contract/receipts.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { shownNameOf } from '#server/identity/shown-name.ts'
import { type SigningKey, createSigningKey } from './signing-key.ts'
import {
  type ConsentChange,
  type ReceiptFacts,
  insertKey,
  insertReceipt,
  readConsentReceipt,
  readReceiptFacts,
} from './store.ts'

/**
 * A change of a consent, after it was stored. `personId` is null if no person made it. `shown`: the text that was shown,
 * null if the page did not say.
 */
export type ReceiptedChange = Omit<ConsentChange, 'personId'> & { personId: string | null; contractId: string } & (
    | { kind: 'given' | 'renewed'; shown: string | null }
    | { kind: 'withdrawn'; reason: ConsentEnd }
  )

/** Signs and stores the receipt of a change, in its transaction: if that fails, the change fails. Specification 26.11. */
export type RecordReceipt = (transaction: Transaction, change: ReceiptedChange) => Promise<void>

/** The properties of a brand that its receipts contain. */
export type ReceiptBrand = Pick<BrandSettings, 'name' | 'supportMail' | 'dataActUrl'>

export type ReceiptDependencies = {
  /** The secret of the signing key, 32 bytes. */
  seed: Buffer
  /** The public address of the portal, without a trailing slash. */
  publicUrl: string
  /** Creates the reference of a person within one appliance. */
  refOf(gatewayId: string, personId: string): string
  /** The brand with this id, or the default brand if it is no longer configured. */
  brandOf(brandId: string): ReceiptBrand
}

export type Receipts = {
  record: RecordReceipt
  /** Like `record`, for a person who is erased: the receipt has no name, so that it can stay. */
  recordWithoutName: RecordReceipt
  key: SigningKey
}

/** Creates the receipts of consents. Specification 26.11. */
export function createReceipts(dependencies: ReceiptDependencies): Receipts {
  const key = createSigningKey(dependencies.seed)

  async function recordFor(transaction: Transaction, change: ReceiptedChange, isNamed: boolean): Promise<void> {
    const { personId, contractId, kind, now } = change
    const found = await readReceiptFacts(transaction, { contractId, personId })
    const facts = isNamed ? found : { ...found, firstName: null, lastName: null }
    const shown = await textShownOf(transaction, change, facts)
    const payload = payloadOf(dependencies, { change, facts, shown, id: randomUUID() })
    const jws = await key.sign(payload)
    await insertKey(transaction, key, now)
    await insertReceipt(transaction, {
      id: payload.receipt_id,
      gatewayId: facts.gatewayId,
      personId: facts.personId,
      contractId,
      kind,
      at: now,
      consentedAt: facts.consentedAt,
      companyName: facts.companyName,
      jws,
      digest: createHash('sha256').update(jws).digest(),
    })
  }

  return {
    key,
    record: async (transaction, change) => recordFor(transaction, change, true),
    recordWithoutName: async (transaction, change) => recordFor(transaction, change, false),
  }
}

/** The text of the consent that a receipt shows. A receipt of an end repeats the text of the receipt of that consent. */
async function textShownOf(
  transaction: Transaction,
  change: ReceiptedChange,
  { language, version }: ReceiptFacts,
): Promise<TextShown> {
  if (change.kind !== 'withdrawn') return { language, version, ...textWithDigest(change.shown) }
  const jws = await readConsentReceipt(transaction, change.contractId)
  return jws === null ? { language, version, ...textWithDigest(null) } : receiptPayload.parse(decodeJwt(jws)).text_shown
}

function textWithDigest(text: string | null): Pick<TextShown, 'sha256' | 'text'> {
  return { text, sha256: text === null ? null : createHash('sha256').update(text).digest('hex') }
}

type ReceiptContent = { id: string; change: ReceiptedChange; facts: ReceiptFacts; shown: TextShown }

const controllerId = 'controller'
const recipientId = 'recipient'

function payloadOf(
  { publicUrl, brandOf, refOf }: ReceiptDependencies,
  { id, change, facts, shown }: ReceiptContent,
): ReceiptPayload {
  const { kind, now, contractId } = change
  const { gatewayId, personId } = facts
  const reason = change.kind === 'withdrawn' ? { reason: change.reason } : {}
  return {
    iss: publicUrl,
    iat: Math.floor(now.getTime() / 1000),
    jti: id,
    schema_version: 'ISO/IEC TS 27560:2023',
    receipt_id: id,
    record_id: contractId,
    kind,
    pii_principal_id: personId === null ? null : refOf(gatewayId, personId),
    pii_principal_name: shownNameOf(facts),
    company_type: facts.companyType,
    appliance: { serial: facts.serial, type: facts.gatewayType },
    pii_processing: [
      {
        purpose: purposeOf(facts),
        lawful_basis: 'consent',
        ...privacyNotice(publicUrl, facts),
        pii_information: dataOf(facts).map((type) => ({ pii_type: type })),
        pii_controllers: [controllerId],
        recipient_third_parties: [recipientId],
        withdrawal_method: `${publicUrl}/appliances`,
      },
    ],
    party_identification: [controllerOf(brandOf(facts.brand)), recipientOf(facts)],
    events: [{ event_time: now.toISOString(), event_type: 'explicit-consent', event_state: kind, ...reason }],
    text_shown: shown,
  }
}

function purposeOf({ companyType, permission }: ReceiptFacts): ReceiptPayload['pii_processing'][number]['purpose'] {
  if (companyType === 'ASA') return 'remote-maintenance'
  return permission === 'NOTIFICATIONS' ? 'notifications' : 'remote-control-and-maintenance'
}

/** The categories of data of a consent. Only a service provider also gets the contact details, as the texts of the consents say. */
function dataOf({ companyType }: ReceiptFacts) {
  return consentData.filter((data) => companyType === 'SUPPORT' || data !== 'contact-details')
}

function privacyNotice(publicUrl: string, { language, country }: ReceiptFacts): { privacy_notice?: string } {
  return country === null ? {} : { privacy_notice: `${publicUrl}/policies/${language}/${country}/privacy` }
}

type Party = ReceiptPayload['party_identification'][number]

function controllerOf({ name, supportMail, dataActUrl }: ReceiptBrand): Party {
  return {
    party_id: controllerId,
    party_role: 'pii-controller',
    party_name: name,
    party_email: supportMail,
    party_url: dataActUrl,
  }
}

function recipientOf({ companyName, companyEmail, companyUrl, companyAddress }: ReceiptFacts): Party {
  return {
    party_id: recipientId,
    party_role: 'third-party',
    party_name: companyName,
    ...(companyEmail !== null && { party_email: companyEmail }),
    ...(companyUrl !== null && { party_url: companyUrl }),
    ...(companyAddress !== null && { party_address: companyAddress }),
  }
}
