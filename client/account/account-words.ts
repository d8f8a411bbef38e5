import { accountLimits } from '#contract/account-form.ts'
import type { MessageId, Sentence } from '#client/i18n/text.ts'

export type AccountField = 'firstName' | 'lastName' | 'contactEmail' | 'contactPhone' | 'phoneCountryCode'

/** What is said of a rule that a field broke. Specification 5.6. */
export function accountSentence(field: AccountField, rule: string): Sentence {
  if (rule === 'required') return [required[field]]
  if (rule === 'max-length') return ['account.max-length', { max: limits[field] }]
  return [others[rule] ?? 'account.telephone.country']
}

const required: Readonly<Record<AccountField, MessageId>> = {
  firstName: 'account.first-name.required',
  lastName: 'account.last-name.required',
  contactEmail: 'account.contact-email.required',
  contactPhone: 'account.telephone.required',
  phoneCountryCode: 'account.dialling-code.choose',
}

const others: Readonly<Record<string, MessageId>> = {
  whitespace: 'account.whitespace',
  digits: 'account.no-numbers',
  email: 'account.contact-email.invalid',
  'digits-only': 'account.telephone.digits-only',
  'leading-zero': 'account.telephone.leading-zero',
  length: 'account.telephone.length',
  'country-mismatch': 'account.telephone.country',
  country: 'account.dialling-code.choose',
}

const limits: Readonly<Record<AccountField, number>> = {
  firstName: accountLimits.name,
  lastName: accountLimits.name,
  contactEmail: accountLimits.email,
  contactPhone: accountLimits.phone,
  phoneCountryCode: 2,
}

/** The form's field for a path of the server's answer; null for any other. Specification 13.3. */
export function accountFieldOf(path: string): AccountField | null {
  return path in limits ? (path as AccountField) : null
}
