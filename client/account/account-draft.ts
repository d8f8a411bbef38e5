import type { AccountForm } from '#contract/account-form.ts'
import type { User } from '#contract/account.ts'

/** What stands in the form. `usesIdentityEmail`: the contact email is the one the person signs in with. */
export type AccountDraft = AccountForm & { usesIdentityEmail: boolean }

/** Specification 9: the default dialling-code prefix is +49. */
const defaultPhoneCountry = 'DE'

/** What the form begins with. Specification 2.11: the identity email is the contact email unless another was saved. */
export function firstDraft(user: User): AccountDraft {
  const { email, contactEmail } = user
  const usesIdentityEmail = email !== undefined && (contactEmail === undefined || contactEmail === email)
  return {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    usesIdentityEmail,
    contactEmail: usesIdentityEmail ? email : (contactEmail ?? ''),
    phoneCountryCode: user.phoneCountryCode ?? defaultPhoneCountry,
    contactPhone: user.contactPhone ?? '',
  }
}
