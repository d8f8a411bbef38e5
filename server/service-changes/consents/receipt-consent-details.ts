import {
  type ConsentEndReason,
  type ReceiptKind,
  type ReceiptPayload,
  type ReceiptConsentText,
  contractDatatypes,
} from '#contract/receipts.ts'
import { lastDayOfGrant } from '#contract/sharing.ts'
import type { ContractReceiptData, GrantReceiptData, PersonReceiptData } from './store.ts'

type Processing = ReceiptPayload['pii_processing'][number]
type Party = ReceiptPayload['party_identification'][number]

/** The content of a receipt that differs between a contract and a grant. */
export type ReceiptConsentDetails = Pick<ReceiptPayload, 'company_type' | 'sharing' | 'record_id'> & {
  facts: PersonReceiptData
  consentedAt: Date
  /** The name of the recipient in the list of receipts. */
  recipientName: string
  recipient: Omit<Party, 'party_id' | 'party_role'>
  purpose: Processing['purpose']
  data: Processing['pii_information'][number]['pii_type'][]
  /**
   * The text of this consent. For a withdrawal, the receipt contains the text from the receipt of the ended consent
   * instead.
   */
  shown: Omit<ReceiptConsentText, 'sha256'>
}

/** A change of a consent, as a receipt has it in `events`. */
export type ReceiptEvent = { kind: ReceiptKind; now: Date; reason?: ConsentEndReason }

/**
 * Returns the content of a receipt for the consent to a contract. `text`: the text that the page showed, or null if
 * the text is not stored.
 */
export function receiptDetailsOfContract(facts: ContractReceiptData, text: string | null): ReceiptConsentDetails {
  const { contractId, companyType, consentedAt, companyName, companyEmail, companyUrl, companyAddress } = facts
  return {
    record_id: contractId,
    company_type: companyType,
    facts,
    consentedAt,
    recipientName: companyName,
    recipient: {
      party_name: companyName,
      ...(companyEmail !== null && { party_email: companyEmail }),
      ...(companyUrl !== null && { party_url: companyUrl }),
      ...(companyAddress !== null && { party_address: companyAddress }),
    },
    purpose: purposeOf(facts),
    // Only a service provider also gets the contact details, as the texts of the consents say.
    data: contractDatatypes.filter((data) => companyType === 'SUPPORT' || data !== 'contact-details'),
    shown: { language: facts.language, version: facts.version, text },
  }
}

function purposeOf({ companyType, permission }: ContractReceiptData): Processing['purpose'] {
  if (companyType === 'ASA') return 'remote-maintenance'
  return permission === 'NOTIFICATIONS' ? 'notifications' : 'remote-control-and-maintenance'
}

/** Returns the content of a receipt for the consent to share data with a third party. */
export function receiptDetailsOfGrant(
  facts: GrantReceiptData,
  shownTexts: ReceiptConsentDetails['shown'],
): ReceiptConsentDetails {
  const { grantId, program, companyName, registerNumber, companyCountry, purpose, datatypes } = facts
  return {
    record_id: grantId,
    company_type: 'THIRD_PARTY',
    facts,
    consentedAt: facts.createdAt,
    recipientName: [program, companyName].filter((name) => name !== null).join(', '),
    recipient: {
      party_name: companyName ?? program,
      ...(registerNumber !== null && { register_number: registerNumber }),
      ...(companyCountry !== null && { country: companyCountry }),
    },
    purpose,
    data: datatypes,
    sharing: { program, history_months: facts.historyMonths, until: lastDayOfGrant(facts.endsAt) },
    shown: shownTexts,
  }
}
