import { emptyMark } from '#contract/account.ts'
import type { EmailStatus } from '#contract/notice-settings.ts'

/**
 * When sign-in addresses count as verified: `claim` if the identity provider says so (`email_verified`), `always` if
 * the operator trusts it to verify all of them.
 */
export type EmailTrust = 'claim' | 'always'

/**
 * The addresses of a person. `email` is the sign-in address, and `emailVerified` the provider's claim about it.
 * `confirmedEmail` and `confirmedContact` are the addresses that the person confirmed by a code.
 */
export type StoredAddresses = {
  email: string | null
  emailVerified: boolean
  confirmedEmail: string | null
  contactEmail: string | null
  confirmedContact: string | null
}

/**
 * The address for emails: the contact email, otherwise the sign-in address, and only if it is verified. Specification
 * 23.9.
 */
export function mailAddressOf(
  stored: StoredAddresses,
  emailTrust: EmailTrust,
): Pick<EmailStatus, 'address' | 'unverified'> {
  const { email } = stored
  const contact = stored.contactEmail === emptyMark ? null : stored.contactEmail
  const wanted = contact ?? email
  const signIn = email !== null && isVerified(email, stored, emailTrust) ? email : null
  if (wanted === null) return { address: null, unverified: null }
  if (isVerified(wanted, stored, emailTrust)) return { address: wanted, unverified: null }
  return { address: signIn, unverified: wanted }
}

/**
 * The address of one email; null if it has none. `recorded` is an address that the outbox sets for a security email;
 * the email to the person's own choice has its own row.
 */
export function recipientAddressOf(
  stored: StoredAddresses,
  emailTrust: EmailTrust,
  recorded: string | null,
): string | null {
  const { address } = mailAddressOf(stored, emailTrust)
  if (recorded === null) return address
  if (address !== null && isSameAddress(recorded, address)) return null
  const isSignIn = stored.email !== null && isSameAddress(recorded, stored.email)
  return isSignIn && !isVerified(recorded, stored, emailTrust) ? null : recorded
}

/**
 * The additional addresses of an email about the account. `former` is the contact email before a change, null without
 * one; the person had confirmed it if it equals `confirmedContact`. Whether the sign-in address is verified, and is
 * not already the person's choice, is checked when the email is sent.
 */
export function otherAddressesOf(
  { email, contactEmail, confirmedContact }: Pick<StoredAddresses, 'email' | 'contactEmail' | 'confirmedContact'>,
  former: string | null,
): string[] {
  const wanted = contactEmail === null || contactEmail === emptyMark ? email : contactEmail
  const others = [
    ...(email !== null && wanted !== null && (former !== null || !isSameAddress(email, wanted)) ? [email] : []),
    ...(former !== null && confirmedContact !== null && isSameAddress(former, confirmedContact) ? [former] : []),
  ]
  return others.filter((one, index) => others.findIndex((other) => isSameAddress(one, other)) === index)
}

export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The mailbox of an address: `mark+1@example.com` and `Mark@example.com` are the same. RFC 5233. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const [local = ''] = address.slice(0, at).split('+')
  return `${local}${address.slice(at)}`.toLowerCase()
}

function isVerified(address: string, stored: StoredAddresses, emailTrust: EmailTrust): boolean {
  const { email, emailVerified, confirmedEmail, confirmedContact } = stored
  const vouchedFor = emailVerified || emailTrust === 'always' ? email : null
  return [vouchedFor, confirmedEmail, confirmedContact].some(
    (verified) => verified !== null && isSameAddress(verified, address),
  )
}
