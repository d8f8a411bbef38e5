import { type FieldErrors, maxPasswordLength, minPasswordLength } from '../accounts.ts'
import type { Texts } from '../texts.ts'

/** What is wrong with each field, in words. */
export function fieldErrorTexts(
  { email, password }: FieldErrors,
  { text }: Texts,
): { email?: string; password?: string } {
  const count = password === 'password-long' ? maxPasswordLength : minPasswordLength
  return { ...(email && { email: text(email) }), ...(password && { password: text(password, { count }) }) }
}
