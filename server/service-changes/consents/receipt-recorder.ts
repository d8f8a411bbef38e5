import { createHash, randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { BrandSettings } from '#brands/brand.ts'
import type { Country } from '#contract/countries.ts'
import type { Language } from '#contract/languages.ts'
import { accessPath } from '#contract/pages.ts'
import {
  type ConsentEndReason,
  type ReceiptPayload,
  type ReceiptConsentText,
  receiptPayload,
} from '#contract/receipts.ts'
import { sharingTextVersion } from '#contract/sharing-text.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { displayNameOf } from '#server/identity/display-name.ts'
import {
  type ReceiptConsentDetails,
  type ReceiptEvent,
  receiptDetailsOfContract,
  receiptDetailsOfGrant,
} from './receipt-consent-details.ts'
import { type ReceiptSigningKey, createReceiptSigningKey } from './receipt-signing-key.ts'
import {
  insertReceiptKey,
  insertReceipt,
  readConsentReceipt,
  readContractReceiptData,
  readGrantReceiptData,
} from './store.ts'

/**
 * A change of a consent that was just stored. `personId` is null if no person made the change. `shown`: the text that
 * the page showed, or null if the page sent no digest of the text.
 */
export type StoredConsentChange = { now: Date } & (
  | ({ contractId: string; personId: string | null } & (Given<'given' | 'renewed', string | null> | Ended))
  | ({ grantId: string } & (Given<'given', SharingConsentText | null> | Ended))
)

type Given<Kind, Text> = { kind: Kind; shown: Text }
type Ended = { kind: 'withdrawn'; reason: ConsentEndReason }

/** The text that the page showed for a consent to share data, and its language. */
export type SharingConsentText = { text: string; language: Language }

/**
 * Signs a receipt and stores it in the transaction of the change. If the receipt cannot be stored, the change fails.
 * Specification 26.11.
 */
export type ReceiptRecordFunction = (transaction: Transaction, change: StoredConsentChange) => Promise<void>

/** The properties of a brand that its receipts contain. */
export type ReceiptBrand = Pick<BrandSettings, 'name' | 'supportMail' | 'dataActUrl'>

export type ReceiptDependencies = {
  /** The secret seed of the signing key: 32 bytes. */
  seed: Buffer
  /** The public address of the portal, without a trailing slash. */
  publicUrl: string
  /** Returns the reference of a person, which is valid only within one appliance. */
  refOf(gatewayId: string, personId: string): string
  /** Returns the brand with this id, or the default brand if that brand is no longer configured. */
  brandOf(brandId: string): ReceiptBrand
}

export type ReceiptRecorder = {
  record: ReceiptRecordFunction
  /** Records a receipt without the name of the person. Used for a person who is erased, because their receipts stay. */
  recordWithoutName: ReceiptRecordFunction
  key: ReceiptSigningKey
}

/** Creates the functions that record the receipts of consents, and their signing key. Specification 26.11. */
export function createReceiptRecorder(dependencies: ReceiptDependencies): ReceiptRecorder {
  const key = createReceiptSigningKey(dependencies.seed)

  async function recordFor(transaction: Transaction, change: StoredConsentChange, isNamed: boolean): Promise<void> {
    const { kind, now } = change
    const subject = await readSubject(transaction, change)
    const { gatewayId, personId } = subject.facts
    const payload = payloadOf(dependencies, {
      subject: isNamed ? subject : { ...subject, facts: { ...subject.facts, firstName: null, lastName: null } },
      event: { kind, now, ...(change.kind === 'withdrawn' && { reason: change.reason }) },
      shown: (await readShownBefore(transaction, change)) ?? digested(subject.shown),
      id: randomUUID(),
    })
    const jws = await key.sign(payload)
    await insertReceiptKey(transaction, key, now)
    await insertReceipt(transaction, {
      id: payload.receipt_id,
      gatewayId,
      personId,
      contractId: 'contractId' in change ? change.contractId : null,
      grantId: 'grantId' in change ? change.grantId : null,
      kind,
      at: now,
      consentedAt: subject.consentedAt,
      companyName: subject.recipientName,
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

async function readSubject(transaction: Transaction, change: StoredConsentChange): Promise<ReceiptConsentDetails> {
  if ('contractId' in change) {
    const text = change.kind === 'withdrawn' ? null : change.shown
    return receiptDetailsOfContract(await readContractReceiptData(transaction, change), text)
  }
  const { text, language } = (change.kind === 'given' ? change.shown : null) ?? { text: null, language: null }
  return receiptDetailsOfGrant(await readGrantReceiptData(transaction, change.grantId), {
    text,
    language,
    version: sharingTextVersion,
  })
}

/**
 * Reads the text of a consent that is withdrawn, from the receipt of that consent. Returns null for any other change,
 * or if there is no such receipt.
 */
async function readShownBefore(
  transaction: Transaction,
  change: StoredConsentChange,
): Promise<ReceiptConsentText | null> {
  if (change.kind !== 'withdrawn') return null
  const jws = await readConsentReceipt(transaction, 'contractId' in change ? change.contractId : change.grantId)
  return jws === null ? null : receiptPayload.parse(decodeJwt(jws)).text_shown
}

function digested(shownTexts: ReceiptConsentDetails['shown']): ReceiptConsentText {
  const { text } = shownTexts
  return { ...shownTexts, sha256: text === null ? null : createHash('sha256').update(text).digest('hex') }
}

type Described = { id: string; subject: ReceiptConsentDetails; event: ReceiptEvent; shown: ReceiptConsentText }

const controllerId = 'controller'
const recipientId = 'recipient'

function payloadOf(
  { publicUrl, brandOf, refOf }: ReceiptDependencies,
  { id, subject, event: { kind, now, reason }, shown }: Described,
): ReceiptPayload {
  const { facts } = subject
  const { gatewayId, personId } = facts
  return {
    iss: publicUrl,
    iat: Math.floor(now.getTime() / 1000),
    jti: id,
    schema_version: 'ISO/IEC TS 27560:2023',
    receipt_id: id,
    record_id: subject.record_id,
    kind,
    pii_principal_id: personId === null ? null : refOf(gatewayId, personId),
    pii_principal_name: displayNameOf(facts),
    company_type: subject.company_type,
    appliance: { serial: facts.serial, type: facts.gatewayType },
    ...(subject.sharing && { sharing: subject.sharing }),
    pii_processing: [
      {
        purpose: subject.purpose,
        lawful_basis: 'consent',
        ...privacyNotice(publicUrl, shown.language, facts.country),
        pii_information: subject.data.map((type) => ({ pii_type: type })),
        pii_controllers: [controllerId],
        recipient_third_parties: [recipientId],
        withdrawal_method: `${publicUrl}${withdrawalPath(subject)}`,
      },
    ],
    party_identification: [
      controllerOf(brandOf(facts.brand)),
      { party_id: recipientId, party_role: 'third-party', ...subject.recipient },
    ],
    events: [
      { event_time: now.toISOString(), event_type: 'explicit-consent', event_state: kind, ...(reason && { reason }) },
    ],
    text_shown: shown,
  }
}

/**
 * Returns the path of the page on which the person can end the consent: for a third party the list of people with
 * access, otherwise the list of appliances.
 */
function withdrawalPath({ company_type: type, facts }: ReceiptConsentDetails): string {
  return type === 'THIRD_PARTY' ? accessPath(facts.gatewayId) : '/appliances'
}

function privacyNotice(
  publicUrl: string,
  language: Language | null,
  country: Country | null,
): { privacy_notice?: string } {
  if (language === null || country === null) return {}
  return { privacy_notice: `${publicUrl}/policies/${language}/${country}/privacy` }
}

function controllerOf({ name, supportMail, dataActUrl }: ReceiptBrand): ReceiptPayload['party_identification'][number] {
  return {
    party_id: controllerId,
    party_role: 'pii-controller',
    party_name: name,
    party_email: supportMail,
    party_url: dataActUrl,
  }
}
