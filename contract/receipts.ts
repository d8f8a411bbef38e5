import * as z from 'zod/mini'
import { languages } from './languages.ts'
import { companyTypes } from './service-contract.ts'
import { sharedDatatypes, sharingPurposes } from './sharing.ts'

/** What a receipt is about. Specification 26.11. */
export const receiptKinds = ['given', 'renewed', 'withdrawn'] as const

export type ReceiptKind = (typeof receiptKinds)[number]

/**
 * Why a consent ended: by the person, by a new request after the company declined, by another consent to the same third
 * party, on its last day, by the third party, with the rights of the person, or because the operator suspended the program.
 */
export const consentEnds = [
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

export type ConsentEnd = (typeof consentEnds)[number]

/** The purposes of a consent to a contract. */
export const contractPurposes = ['remote-control-and-maintenance', 'notifications', 'remote-maintenance'] as const

/** The categories of data that a consent to a contract covers. */
export const contractData = ['contact-details', 'address', 'appliance-data'] as const

/** The `typ` of a receipt's JWS, and its only algorithm. RFC 7515, RFC 8037. */
export const receiptType = 'consent-receipt+jwt'
export const receiptAlgorithm = 'EdDSA'

/** The path of the public keys with which receipts are verified. RFC 7517. */
export const receiptKeysPath = '/.well-known/jwks.json'

/** The largest file that is verified, in bytes; a receipt has about 5 kB. */
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

const processing = z.object({
  purpose: z.enum([...contractPurposes, ...sharingPurposes]),
  lawful_basis: z.literal('consent'),
  /** The address of the controller's privacy notice. */
  privacy_notice: z.optional(z.string()),
  pii_information: z.array(z.object({ pii_type: z.enum([...contractData, ...sharedDatatypes]) })),
  pii_controllers: z.array(z.string()),
  recipient_third_parties: z.array(z.string()),
  withdrawal_method: z.string(),
})

/**
 * `sha256` and `text` are null if the portal does not know which text was shown; for a third party then also `language`.
 */
const textShown = z.object({
  language: z.nullable(z.enum(languages)),
  version: z.string(),
  sha256: z.nullable(z.string()),
  text: z.nullable(z.string()),
})

export type TextShown = z.infer<typeof textShown>

/** What a third party may read: how many months back from the consent, and until the end of which day in UTC. */
const sharing = z.object({ program: z.string(), history_months: z.int(), until: z.string() })

/**
 * The payload of a receipt. Its fields are those of ISO/IEC TS 27560, with the registered claims of RFC 7519 and the
 * additional `kind`, `pii_principal_name`, `company_type`, `appliance`, `sharing`, `text_shown`, and of a party
 * `register_number` and `country`. `record_id` is the same for all receipts of one contract or grant. `sharing` is absent
 * in the receipt of a contract. Times are RFC 3339.
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
  sharing: z.optional(sharing),
  pii_processing: z.array(processing),
  party_identification: z.array(party),
  events: z.array(
    z.object({
      event_time: z.string(),
      event_type: z.literal('explicit-consent'),
      event_state: z.enum(receiptKinds),
      reason: z.optional(z.enum(consentEnds)),
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
  companyType: z.nullish(z.enum(companyTypes)),
})

export type ListedReceipt = z.infer<typeof listedReceipt>

export const receiptList = z.object({ items: z.array(listedReceipt) })

/**
 * The file with a receipt: the JWS, and its payload for people to read. A function of the JWS, so that a verifier
 * detects each changed byte of a file. `payload` is the decoded payload of `jws`.
 */
export function receiptFileOf(jws: string, payload: unknown): string {
  return `${JSON.stringify({ jws, receipt: payload }, null, 2)}\n`
}

/** The name of the file with a receipt: '2026-11-26-given-1a2b3c4d.json'. */
export function receiptFileName({ id, kind, at }: Pick<ListedReceipt, 'id' | 'kind' | 'at'>): string {
  return `${at.slice(0, 10)}-${kind}-${id.slice(0, 8)}.json`
}
