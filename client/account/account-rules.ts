import { type AccountForm, accountForm } from '#contract/account-form.ts'
import { phoneFaultOf } from '#contract/phone.ts'
import type { AccountDraft } from './account-draft.ts'
import { type AccountField, accountFieldOf } from './account-words.ts'

/** The rule that each field broke first, or the details as they are sent. */
export type Checked = { kind: 'valid'; details: AccountForm } | { kind: 'broken'; rules: BrokenRules }

type BrokenRules = Partial<Record<AccountField, string>>

/**
 * Checks the account form; valid texts are trimmed. The number is checked for its country once it is a number at all,
 * whatever the other fields hold. Specification 5.6.
 */
export function checkAccount(draft: AccountDraft): Checked {
  const { firstName, lastName, contactEmail, contactPhone, phoneCountryCode } = draft
  const parsed = accountForm.safeParse({ firstName, lastName, contactEmail, contactPhone, phoneCountryCode })
  const rules = { ...firstRules(parsed.error?.issues ?? []), ...phoneRule(draft) }
  return parsed.success && Object.keys(rules).length === 0
    ? { kind: 'valid', details: parsed.data }
    : { kind: 'broken', rules }
}

type Issue = { path: PropertyKey[]; message: string }

function firstRules(issues: readonly Issue[]): BrokenRules {
  const rules: BrokenRules = {}
  for (const { path, message } of issues) {
    const field = accountFieldOf(String(path[0]))
    if (field !== null) rules[field] ??= message
  }
  return rules
}

function phoneRule({ contactPhone, phoneCountryCode }: AccountForm): BrokenRules {
  const number = accountForm.shape.contactPhone.safeParse(contactPhone)
  const fault = number.success ? phoneFaultOf(number.data, phoneCountryCode) : null
  if (fault === null) return {}
  return fault === 'country' ? { phoneCountryCode: fault } : { contactPhone: fault }
}
