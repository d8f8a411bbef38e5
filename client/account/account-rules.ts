import { type AccountForm, accountForm, accountFieldLimits } from '#contract/account-form.ts'
import type { User } from '#contract/account.ts'
import { phoneErrorOf, parseNationalPhoneNumber } from '#contract/phone.ts'
import type { CheckedForm } from '#client/form-fields.tsx'
import type { MessageId, UntranslatedMessage } from '#client/i18n/message-types.ts'

type BrokenRules = Partial<Record<AccountField, string>>

/**
 * Checks the typed values: returns the trimmed values, or the first broken rule of each field. A complete telephone
 * number is checked against its country even if other fields are invalid. Specification 5.6.
 */
export function checkAccount(typed: AccountDraft): CheckedForm<AccountForm, AccountField> {
  const draft = { ...typed, ...parsePhone(typed) }
  const { firstName, lastName, contactEmail, contactPhone, phoneCountryCode } = draft
  const parsed = accountForm.safeParse({ firstName, lastName, contactEmail, contactPhone, phoneCountryCode })
  const rules = { ...firstRuleByField(parsed.error?.issues ?? []), ...phoneRule(draft) }
  return parsed.success && Object.keys(rules).length === 0
    ? { kind: 'valid', values: parsed.data }
    : { kind: 'broken', rules }
}

/**
 * Matches a telephone number that has only digits and begins with a single 0, as people dial it inside their country.
 */
const digitsWithLeadingZero = /^0[1-9]\d*$/u

/**
 * Converts a telephone number as people write it (with spaces, dashes or the dialling code) to the format that is sent.
 * Returns any other text unchanged, so that the rules of Specification 5.6 report the error. Decision 080.
 */
export function parsePhone({ contactPhone, phoneCountryCode }: Phone): Phone {
  if (digitsWithLeadingZero.test(contactPhone)) return { contactPhone, phoneCountryCode }
  const understood = parseNationalPhoneNumber(contactPhone, phoneCountryCode)
  if (!understood || !accountForm.shape.contactPhone.safeParse(understood.number).success)
    return { contactPhone, phoneCountryCode }
  return { contactPhone: understood.number, phoneCountryCode: understood.country }
}

type Phone = Pick<AccountForm, 'contactPhone' | 'phoneCountryCode'>

type Issue = { path: PropertyKey[]; message: string }

function firstRuleByField(issues: readonly Issue[]): BrokenRules {
  const rules: BrokenRules = {}
  for (const { path, message } of issues) {
    const field = findAccountFieldByPath(String(path[0]))
    if (field !== null) rules[field] ??= message
  }
  return rules
}

function phoneRule({ contactPhone, phoneCountryCode }: Phone): BrokenRules {
  const number = accountForm.shape.contactPhone.safeParse(contactPhone)
  const fault = number.success ? phoneErrorOf(number.data, phoneCountryCode) : null
  if (fault === null) return {}
  return fault === 'country' ? { phoneCountryCode: fault } : { contactPhone: fault }
}

/** The values of the account form. If `usesIdentityEmail` is true, the contact email is the sign-in address. */
export type AccountDraft = AccountForm & { usesIdentityEmail: boolean }

/** The dialling code's country if the person has not chosen a country. Specification 9. */
const defaultPhoneCountry = 'DE'

/**
 * Returns the initial values of the account form. The contact email is the sign-in address unless the person has saved
 * another one. Specification 2.11.
 */
export function initialAccountDraftOf(user: User): AccountDraft {
  const { email, contactEmail } = user
  const usesIdentityEmail = email !== undefined && (contactEmail === undefined || contactEmail === email)
  return {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    usesIdentityEmail,
    contactEmail: usesIdentityEmail ? email : (contactEmail ?? ''),
    phoneCountryCode: user.phoneCountryCode ?? user.country ?? defaultPhoneCountry,
    contactPhone: user.contactPhone ?? '',
  }
}

export type AccountField = 'firstName' | 'lastName' | 'contactEmail' | 'contactPhone' | 'phoneCountryCode'

/** Returns the error message for a broken rule of a field. Specification 5.6. */
export function accountErrorMessage(field: AccountField, rule: string): UntranslatedMessage {
  if (rule === 'required') return [requiredMessages[field]]
  if (rule === 'max-length') return ['account.max-length', { max: limits[field] }]
  return [otherMessages[rule] ?? 'account.telephone.country']
}

const requiredMessages: Readonly<Record<AccountField, MessageId>> = {
  firstName: 'account.first-name.required',
  lastName: 'account.last-name.required',
  contactEmail: 'account.contact-email.required',
  contactPhone: 'account.telephone.required',
  phoneCountryCode: 'account.dialling-code.choose',
}

const otherMessages: Readonly<Record<string, MessageId>> = {
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
  firstName: accountFieldLimits.name,
  lastName: accountFieldLimits.name,
  contactEmail: accountFieldLimits.email,
  contactPhone: accountFieldLimits.phone,
  phoneCountryCode: 2,
}

/** Returns the form field for a path in the server's answer; null if the form has no such field. Specification 13.3. */
export function findAccountFieldByPath(path: string): AccountField | null {
  return path in limits ? (path as AccountField) : null
}
