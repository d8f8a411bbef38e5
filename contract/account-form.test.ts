import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountForm, userPatch } from './account-form.ts'

const good = {
  firstName: 'Olivia',
  lastName: "O'Neil-Berger",
  contactEmail: 'olivia@example.com',
  contactPhone: '15112345678',
  phoneCountryCode: 'DE',
}

function faultsOf(changes: object): string[] {
  const parsed = accountForm.safeParse({ ...good, ...changes })
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}

test.each([
  [{ firstName: '' }, 'firstName required'],
  [{ firstName: '  ' }, 'firstName whitespace'],
  [{ firstName: '--' }, 'firstName required'],
  [{ lastName: 'R2D2' }, 'lastName digits'],
  [{ lastName: 'x'.repeat(31) }, 'lastName max-length'],
  [{ contactEmail: '' }, 'contactEmail required'],
  [{ contactEmail: 'olivia' }, 'contactEmail email'],
  [{ contactEmail: `${'x'.repeat(250)}@a.de` }, 'contactEmail max-length'],
  [{ contactPhone: '' }, 'contactPhone required'],
  [{ contactPhone: '151 123' }, 'contactPhone digits-only'],
  [{ contactPhone: '1234567890123' }, 'contactPhone max-length'],
  [{ contactPhone: '0151123' }, 'contactPhone leading-zero'],
  [{ phoneCountryCode: 'de' }, 'phoneCountryCode country'],
  [{ firstName: 'x'.repeat(1001) }, 'firstName max-length'],
  [{ contactEmail: 'x'.repeat(1001) }, 'contactEmail max-length'],
  [{ contactEmail: 'a@b' }, 'contactEmail email'],
  [{ contactEmail: 'a@localhost' }, 'contactEmail email'],
  [{ contactEmail: 'a@192.0.2.1' }, 'contactEmail email'],
  [{ contactEmail: `${'x'.repeat(65)}@example.com` }, 'contactEmail email'],
  [{ contactPhone: '1'.repeat(1001) }, 'contactPhone max-length'],
])('the account form refuses %j', (changes, fault) => {
  expect(faultsOf(changes)).toEqual([fault])
})

test('texts are trimmed and otherwise kept as typed', () => {
  const spaced = { firstName: ' Žofie Marie ', contactEmail: ' olivia@example.com ', contactPhone: ' 15112345678 ' }
  expect(accountForm.parse({ ...good, ...spaced })).toEqual({ ...good, firstName: 'Žofie Marie' })
})

test('a change is either the country or the details', () => {
  expect(userPatch.safeParse({ country: 'AT' }).success).toBe(true)
  expect(userPatch.safeParse(good).success).toBe(true)
  for (const wrong of [
    {},
    { country: 'US' },
    { ...good, country: 'AT' },
    { firstName: 'A' },
    { sub: 'x', country: 'AT' },
  ]) {
    expect(userPatch.safeParse(wrong).success).toBe(false)
  }
})

test('a value that is not a text fails the form, without an internal error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(() => faultsOf({ firstName: text, lastName: text, contactEmail: text, contactPhone: text })).not.toThrow()
    }),
  )
})
