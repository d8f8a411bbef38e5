import * as z from 'zod/mini'
import { languages } from './languages.ts'
import { companyTypes } from './service-contract.ts'
import { sharedDatatypes, sharingPurposes } from './sharing.ts'

/** The changes of a consent that have a receipt. Specification 26.11. */
export const receiptKinds = ['given', 'renewed', 'withdrawn'] as const

export type ReceiptKind = (typeof receiptKinds)[number]

/**
 * Why a consent ended.
 * - `withdrawn`: the person withdrew the consent.
 * - `replaced`: the person requested a contract again after the company had declined.
 * - `amended`: the person gave the same third party another consent.
 * - `expired`: the last day of the consent passed.
 * - `given-back`: the third party ended the consent.
 * - `access-ended`: the person lost the right to share the appliance.
 * - `suspended`: the operator refused the program. Only receipts of former releases have this reason.
 * - The other reasons: the person removed the appliance, handed it over, lost it by a takeover, or deleted the
 *   account.
 */
export const consentEndReasons = [
  'withdrawn',
  'replaced',
  'amended',
  'expired',
  'given-back',
  'access-ended',
  'suspended',
  'appliance-removed',
  'handed-over',
  'taken-over',
  'account-deleted',
] as const

export type ConsentEndReason = (typeof consentEndReasons)[number]

/** The purposes that the receipt of a consent to a contract can name. */
export const contractPurposes = ['remote-control-and-maintenance', 'notifications', 'remote-maintenance'] as const

/** The kinds of data that the receipt of a consent to a contract can name. */
export const contractDatatypes = ['contact-details', 'address', 'appliance-data'] as const

/** The `typ` of a receipt's JWS, and the only algorithm of its signature. RFC 7515, RFC 8037. */
export const receiptJwsType = 'consent-receipt+jwt'
export const receiptAlgorithm = 'EdDSA'

/** The path of the public keys with which receipts are verified. RFC 7517. */
export const receiptKeysPath = '/.well-known/jwks.json'

/** The maximum size of a file to verify, in bytes. A receipt has about 5 kB. */
export const maxReceiptBytes = 64 * 1024

const party = z.object({
  party_id: z.string(),
  party_role: z.enum(['pii-controller', 'third-party']),
  party_name: z.string(),
  party_email: z.optional(z.string()),
  party_url: z.optional(z.string()),
  party_address: z.optional(z.string()),
  register_number: z.optional(z.string()),
  country: z.optional(z.string()),
})

const processingSchema = z.object({
  purpose: z.enum([...contractPurposes, ...sharingPurposes]),
  lawful_basis: z.literal('consent'),
  /** The address of the privacy notice of the controller. */
  privacy_notice: z.optional(z.string()),
  pii_information: z.array(z.object({ pii_type: z.enum([...contractDatatypes, ...sharedDatatypes]) })),
  pii_controllers: z.array(z.string()),
  recipient_third_parties: z.array(z.string()),
  withdrawal_method: z.string(),
})

/**
 * The text that the page showed before a consent. `sha256` and `text` are null if the page did not send the digest of
 * the text. For a third party, `language` is then also null.
 */
const textShown = z.object({
  language: z.nullable(z.enum(languages)),
  version: z.string(),
  sha256: z.nullable(z.string()),
  text: z.nullable(z.string()),
})

export type ReceiptConsentText = z.infer<typeof textShown>

/**
 * The limits of a consent to share data. `history_months`: the number of months before the consent for which the
 * program may read data. `until`: the last day of the consent, in UTC.
 */
const sharingSchema = z.object({ program: z.string(), history_months: z.int(), until: z.string() })

/**
 * The payload of a receipt. Its fields are those of ISO/IEC TS 27560 and registered claims of RFC 7519. Additional
 * fields are `kind`, `pii_principal_name`, `company_type`, `appliance`, `sharing` and `text_shown`, and in a party
 * `register_number` and `country`. `record_id` is the same in all receipts of one contract or grant. `sharing` is
 * absent in the receipt of a contract. Times are RFC 3339.
 */
export const receiptPayload = z.object({
  iss: z.string(),
  iat: z.int(),
  jti: z.string(),
  schema_version: z.literal('ISO/IEC TS 27560:2023'),
  receipt_id: z.uuid(),
  record_id: z.uuid(),
  kind: z.enum(receiptKinds),
  pii_principal_id: z.nullable(z.string()),
  pii_principal_name: z.nullable(z.string()),
  company_type: z.enum([...companyTypes, 'THIRD_PARTY']),
  appliance: z.object({ serial: z.string(), type: z.string() }),
  sharing: z.optional(sharingSchema),
  pii_processing: z.array(processingSchema),
  party_identification: z.array(party),
  events: z.array(
    z.object({
      event_time: z.string(),
      event_type: z.literal('explicit-consent'),
      event_state: z.enum(receiptKinds),
      reason: z.optional(z.enum(consentEndReasons)),
    }),
  ),
  text_shown: textShown,
})

export type ReceiptPayload = z.infer<typeof receiptPayload>

/** A receipt in the list of an appliance. `at` is RFC 3339. `companyType` is null for a third party. */
export const listedReceipt = z.object({
  id: z.uuid(),
  kind: z.enum(receiptKinds),
  at: z.string(),
  companyName: z.string(),
  companyType: z.nullable(z.enum(companyTypes)),
})

export type ListedReceipt = z.infer<typeof listedReceipt>

export const receiptList = z.object({ items: z.array(listedReceipt) })

/**
 * Returns the content of a receipt's file: the JWS, and its decoded payload for people to read. The content depends
 * only on the JWS, so that a verifier detects every changed byte.
 */
export function formatReceiptFile(jws: string, payload: unknown): string {
  return `${JSON.stringify({ jws, receipt: payload }, null, 2)}\n`
}

/** Returns the name of the file with a receipt: '2026-11-26-given-1a2b3c4d.json'. */
export function receiptFileName({ id, kind, at }: Pick<ListedReceipt, 'id' | 'kind' | 'at'>): string {
  return `${at.slice(0, 10)}-${kind}-${id.slice(0, 8)}.json`
}
