import { expect, test } from 'vitest'
import type { User } from '#contract/account.ts'
import {
  type AccountDraft,
  type AccountField,
  findAccountFieldByPath,
  accountErrorMessage,
  checkAccount,
  initialAccountDraftOf,
} from './account-rules.ts'
import { isAccountComplete, withoutEmptyFields } from './account-slice.ts'

const user: User = {
  sub: '1',
  email: 'ada@id.example',
  firstName: 'Ada',
  lastName: 'Berg',
  contactEmail: 'ada@example.com',
  contactPhone: '15112345678',
  phoneCountryCode: 'DE',
}

test.each(['firstName', 'lastName', 'contactEmail', 'contactPhone', 'phoneCountryCode'] as const)(
  'an account without %s, or with -- in its place, is incomplete',
  (name) => {
    expect(isAccountComplete(user)).toBe(true)
    expect(isAccountComplete({ ...user, [name]: undefined })).toBe(false)
    expect(isAccountComplete({ ...user, [name]: '--' })).toBe(false)
  },
)

test('the value -- is treated as absent', () => {
  expect(withoutEmptyFields({ sub: '1', firstName: '--', lastName: 'Berg' })).toEqual({ sub: '1', lastName: 'Berg' })
})

test('the identity email is the contact email unless another was saved', () => {
  expect(initialAccountDraftOf({ sub: '1', email: 'ada@id.example' })).toMatchObject({
    usesIdentityEmail: true,
    contactEmail: 'ada@id.example',
  })
  expect(initialAccountDraftOf(user)).toMatchObject({ usesIdentityEmail: false, contactEmail: 'ada@example.com' })
  expect(initialAccountDraftOf({ sub: '1' })).toMatchObject({ usesIdentityEmail: false, contactEmail: '' })
})

test('the default dialling code is that of the country of the terms, otherwise that of Germany', () => {
  expect(initialAccountDraftOf({ sub: '1' }).phoneCountryCode).toBe('DE')
  expect(initialAccountDraftOf({ sub: '1', country: 'GB' }).phoneCountryCode).toBe('GB')
  expect(initialAccountDraftOf({ ...user, phoneCountryCode: 'AT' }).phoneCountryCode).toBe('AT')
})

const valid: AccountDraft = { ...initialAccountDraftOf(user), usesIdentityEmail: false }

/** Returns the ids of the error messages that the form shows for a valid draft with this change. */
function saidOf(change: Partial<AccountDraft>): string[] {
  const checkedForm = checkAccount({ ...valid, ...change })
  if (checkedForm.kind === 'valid') return []
  return Object.entries(checkedForm.rules).map(([field, rule]) => accountErrorMessage(field as AccountField, rule)[0])
}

test.each<[Partial<AccountDraft>, string]>([
  [{ firstName: '' }, 'account.first-name.required'],
  [{ lastName: '' }, 'account.last-name.required'],
  [{ firstName: '  ' }, 'account.whitespace'],
  [{ lastName: 'Berg 2' }, 'account.no-numbers'],
  [{ firstName: 'a'.repeat(31) }, 'account.max-length'],
  [{ contactEmail: '' }, 'account.contact-email.required'],
  [{ contactEmail: 'ada@' }, 'account.contact-email.invalid'],
  [{ contactEmail: `${'a'.repeat(250)}@a.de` }, 'account.max-length'],
  [{ contactPhone: '' }, 'account.telephone.required'],
  [{ contactPhone: '151 123' }, 'account.telephone.digits-only'],
  [{ contactPhone: '1'.repeat(13) }, 'account.max-length'],
  [{ contactPhone: '0151123456' }, 'account.telephone.leading-zero'],
  [{ contactPhone: '015112345678' }, 'account.telephone.leading-zero'],
  [{ contactPhone: '15' }, 'account.telephone.length'],
  [{ phoneCountryCode: 'ZZ' }, 'account.dialling-code.choose'],
  [{ phoneCountryCode: 'AT', contactPhone: '3012345678' }, 'account.telephone.country'],
])('%o shows %s', (change, said) => {
  expect(saidOf(change)).toEqual([said])
})

test.each([
  ['0151 12345678', 'DE', 'DE 15112345678'],
  ['(0151) 123-456-78', 'DE', 'DE 15112345678'],
  ['+49 151 12345678', 'GB', 'DE 15112345678'],
  ['+4915112345678', 'GB', 'DE 15112345678'],
  ['004915112345678', 'GB', 'DE 15112345678'],
  ['07400 123 456', 'GB', 'GB 7400123456'],
])('the number %s typed in %s is sent as %s', (contactPhone, phoneCountryCode, sent) => {
  const checkedForm = checkAccount({ ...valid, contactPhone, phoneCountryCode })
  expect(
    checkedForm.kind === 'valid' && `${checkedForm.values.phoneCountryCode} ${checkedForm.values.contactPhone}`,
  ).toBe(sent)
})

test('the number is checked for its country, regardless of the other fields', () => {
  expect(saidOf({ firstName: '', contactPhone: '15' })).toEqual([
    'account.first-name.required',
    'account.telephone.length',
  ])
})

test('a form without errors is sent trimmed', () => {
  expect(checkAccount({ ...valid, firstName: ' Ada ' })).toEqual({
    kind: 'valid',
    values: {
      firstName: 'Ada',
      lastName: 'Berg',
      contactEmail: 'ada@example.com',
      contactPhone: '15112345678',
      phoneCountryCode: 'DE',
    },
  })
})

test('a field that the server refused is mapped to the field of the form', () => {
  expect(findAccountFieldByPath('contactPhone')).toBe('contactPhone')
  expect(findAccountFieldByPath('country')).toBeNull()
})
