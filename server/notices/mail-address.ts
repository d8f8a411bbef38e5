import { emptyFieldMark } from '#contract/account.ts'
import type { EmailStatus } from '#contract/notice-settings.ts'

/**
 * The rule by which a sign-in address counts as verified even if the person has not confirmed it with a code. `claim`:
 * if the identity provider says so (`email_verified`). `always`: in every case, because the operator trusts the
 * provider to verify all addresses.
 */
export type EmailTrust = 'claim' | 'always'

/**
 * The email addresses of a person. `email`: the sign-in address; `emailVerified`: whether the provider says that it
 * is verified. `confirmedEmail`, `confirmedContact`: the addresses that the person confirmed with a code.
 */
export type StoredEmailAddresses = {
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
export function chooseAddressOfPerson(
  storedAddresses: StoredEmailAddresses,
  emailTrust: EmailTrust,
): Pick<EmailStatus, 'address' | 'unverified'> {
  const { email } = storedAddresses
  const contact = storedAddresses.contactEmail === emptyFieldMark ? null : storedAddresses.contactEmail
  const wantedAddress = contact ?? email
  const signIn = email !== null && isVerified(email, storedAddresses, emailTrust) ? email : null
  if (wantedAddress === null) return { address: null, unverified: null }
  if (isVerified(wantedAddress, storedAddresses, emailTrust)) return { address: wantedAddress, unverified: null }
  return { address: signIn, unverified: wantedAddress }
}

/**
 * Chooses the address of one email; null if the email is not sent. `recordedAddress`: an additional address from the
 * outbox, for emails about the account or a takeover; null for the email to the chosen address. An additional email is
 * not sent if its address is the chosen address or an unverified sign-in address.
 */
export function chooseAddressOfMail(
  storedAddresses: StoredEmailAddresses,
  emailTrust: EmailTrust,
  recordedAddress: string | null,
): string | null {
  const { address } = chooseAddressOfPerson(storedAddresses, emailTrust)
  if (recordedAddress === null) return address
  if (address !== null && isSameAddress(recordedAddress, address)) return null
  const isSignIn = storedAddresses.email !== null && isSameAddress(recordedAddress, storedAddresses.email)
  return isSignIn && !isVerified(recordedAddress, storedAddresses, emailTrust) ? null : recordedAddress
}

/**
 * Returns the additional addresses of an email about the account or a takeover: the sign-in address, and the previous
 * contact email if the person had confirmed it. `former`: the previous contact email; null if the contact email does
 * not change. When the email is sent, `chooseAddressOfMail` checks each of these addresses again.
 */
export function listAdditionalMailAddresses(
  { email, contactEmail, confirmedContact }: Pick<StoredEmailAddresses, 'email' | 'contactEmail' | 'confirmedContact'>,
  former: string | null,
): string[] {
  const wantedAddress = contactEmail === null || contactEmail === emptyFieldMark ? email : contactEmail
  const others = [
    ...(email !== null && wantedAddress !== null && (former !== null || !isSameAddress(email, wantedAddress))
      ? [email]
      : []),
    ...(former !== null && confirmedContact !== null && isSameAddress(former, confirmedContact) ? [former] : []),
  ]
  return others.filter((one, index) => others.findIndex((other) => isSameAddress(one, other)) === index)
}

export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Returns the mailbox of an address: `mark+1@example.com` and `Mark@example.com` have the same mailbox. RFC 5233. */
export function mailboxOfAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [local = ''] = address.slice(0, at).split('+')
  return `${local}${address.slice(at)}`.toLowerCase()
}

function isVerified(address: string, storedAddresses: StoredEmailAddresses, emailTrust: EmailTrust): boolean {
  const { email, emailVerified, confirmedEmail, confirmedContact } = storedAddresses
  const vouchedFor = emailVerified || emailTrust === 'always' ? email : null
  return [vouchedFor, confirmedEmail, confirmedContact].some(
    (verifiedAddress) => verifiedAddress !== null && isSameAddress(verifiedAddress, address),
  )
}
