import { emptyFieldMark } from '#contract/account.ts'
import type { EmailStatus } from '#contract/notice-settings.ts'

/**
 * The rule by which a sign-in address counts as verified. `claim`: only if the identity provider says so
 * (`email_verified`). `always`: in every case, because the operator trusts the provider to verify all addresses.
 */
export type EmailTrust = 'claim' | 'always'

/**
 * The email addresses of a person. `email`: the sign-in address; `emailVerified`: whether the provider says that it
 * is verified. `confirmedEmail`, `confirmedContact`: the addresses that the person confirmed with a code.
 */
export type StoredAddresses = {
  email: string | null
  emailVerified: boolean
  confirmedEmail: string | null
  contactEmail: string | null
  confirmedContact: string | null
}

/**
 * Chooses the address for emails to a person: the contact email if it is verified, otherwise the sign-in address if it
 * is verified, otherwise null. `unverified`: the address that would be used if it were verified; otherwise null.
 * Specification 23.9.
 */
export function chooseMailAddress(
  stored: StoredAddresses,
  emailTrust: EmailTrust,
): Pick<EmailStatus, 'address' | 'unverified'> {
  const { email } = stored
  const contact = stored.contactEmail === emptyFieldMark ? null : stored.contactEmail
  const wanted = contact ?? email
  const signIn = email !== null && isVerified(email, stored, emailTrust) ? email : null
  if (wanted === null) return { address: null, unverified: null }
  if (isVerified(wanted, stored, emailTrust)) return { address: wanted, unverified: null }
  return { address: signIn, unverified: wanted }
}

/**
 * Chooses the address of one email; null if the email is not sent. `recorded`: an additional address from the outbox,
 * for emails about the account or a takeover; null for the email to the chosen address. An additional email is not sent
 * if its address is the chosen address or an unverified sign-in address.
 */
export function chooseRecipientAddress(
  stored: StoredAddresses,
  emailTrust: EmailTrust,
  recorded: string | null,
): string | null {
  const { address } = chooseMailAddress(stored, emailTrust)
  if (recorded === null) return address
  if (address !== null && isSameAddress(recorded, address)) return null
  const isSignIn = stored.email !== null && isSameAddress(recorded, stored.email)
  return isSignIn && !isVerified(recorded, stored, emailTrust) ? null : recorded
}

/**
 * Returns the additional addresses of an email about the account or a takeover: the sign-in address, and the previous
 * contact email if the person had confirmed it. `former`: the previous contact email; null if the contact email does
 * not change. When the email is sent, `chooseRecipientAddress` checks each of these addresses again.
 */
export function listAdditionalMailAddresses(
  { email, contactEmail, confirmedContact }: Pick<StoredAddresses, 'email' | 'contactEmail' | 'confirmedContact'>,
  former: string | null,
): string[] {
  const wanted = contactEmail === null || contactEmail === emptyFieldMark ? email : contactEmail
  const others = [
    ...(email !== null && wanted !== null && (former !== null || !isSameAddress(email, wanted)) ? [email] : []),
    ...(former !== null && confirmedContact !== null && isSameAddress(former, confirmedContact) ? [former] : []),
  ]
  return others.filter((one, index) => others.findIndex((other) => isSameAddress(one, other)) === index)
}

export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Returns the mailbox of an address: `mark+1@example.com` and `Mark@example.com` have the same mailbox. RFC 5233. */
export function normaliseMailbox(address: string): string {
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
