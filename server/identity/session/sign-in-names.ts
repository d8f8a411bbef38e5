import { accountForm } from '#contract/account-form.ts'
import type { SignInNames } from '../store.ts'
import type { PersonClaims } from './sign-in-email.ts'

/**
 * Returns the names in the claims of OpenID Connect Core 1.0, section 5.1. A name is null if it is missing or if the
 * account form would refuse it.
 */
export function signInNamesOf(claims: PersonClaims | null): SignInNames {
  const { firstName, lastName } = accountForm.shape
  return {
    firstName: firstName.safeParse(claims?.['given_name']).data ?? null,
    lastName: lastName.safeParse(claims?.['family_name']).data ?? null,
  }
}
