import * as z from 'zod/mini'
import { languages } from './languages.ts'
import type { CompanyType } from './service-contract.ts'

/** The messages that together are the text of a consent, in the order in which the page shows them. Specification 5. */
const messages = {
  SUPPORT: ['provider.consent.title', 'provider.consent.text', 'provider.consent.label'],
  ASA: ['support.title', 'support.consent.text', 'support.consent.label'],
} as const satisfies Record<CompanyType, readonly string[]>

export const consentMessageIds = Object.values(messages).flat()

export type ConsentMessageId = (typeof messages)[CompanyType][number]

/** Formats a message of the text catalogs. */
type Format = (id: ConsentMessageId, values: { brand: string }) => string

/**
 * Returns the text of a consent to a contract as the page shows it, with one line for each message. `brand` is the name
 * of the appliance's brand.
 *
 * Both page and server build the text, so that the server can compare its digest with the digest from the page.
 * Specification 26.11.
 */
export function consentTextOf(companyType: CompanyType, brand: string, format: Format): string {
  return messages[companyType].map((id) => format(id, { brand })).join('\n')
}

/**
 * Identifies the consent text that the page showed: its language, and the SHA-256 of its UTF-8 bytes in hexadecimal.
 */
export const shownTextDigest = z.strictObject({
  language: z.enum(languages),
  sha256: z.string().check(z.regex(/^[\da-f]{64}$/, { error: 'pattern' })),
})

export type ShownTextDigest = z.infer<typeof shownTextDigest>
