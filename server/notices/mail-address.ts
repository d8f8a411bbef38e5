import { emptyMark } from '#contract/account.ts'
import type { MailStanding } from '#contract/notice-settings.ts'

/** The addresses of a person. `email` is that of the sign-in, `verified` one that they have shown to read. */
export type KnownAddresses = { email: string | null; contactEmail: string | null; verified: string | null }

/**
 * Where mails go: to the contact e-mail once it is the one of the sign-in or verified, else to the one of the sign-in.
 * Specification 23.9.
 */
export function mailAddressOf({
  email,
  contactEmail,
  verified,
}: KnownAddresses): Pick<MailStanding, 'address' | 'unverified'> {
  const contact = contactEmail === emptyMark ? null : contactEmail
  if (contact === null) return { address: email, unverified: null }
  const isKnown = [email, verified].some((known) => known?.toLowerCase() === contact.toLowerCase())
  return isKnown ? { address: contact, unverified: null } : { address: email, unverified: contact }
}
