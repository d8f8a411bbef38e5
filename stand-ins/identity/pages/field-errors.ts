import { type FieldErrors, maxPasswordLength, minPasswordLength } from '../accounts.ts'
import type { ProviderTexts } from '../provider-texts.ts'

export type FieldErrorTexts = { [Field in keyof FieldErrors]: string }

/** Returns the error messages by the name of the field. */
export function fieldErrorTextsOf(
  { email, password, currentPassword }: FieldErrors,
  { text }: ProviderTexts,
): FieldErrorTexts {
  const count = password === 'password-long' ? maxPasswordLength : minPasswordLength
  return {
    ...(email && { email: text(email) }),
    ...(password && { password: text(password, { count }) }),
    ...(currentPassword && { currentPassword: text(currentPassword) }),
  }
}
