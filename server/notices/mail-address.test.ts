import { expect, test } from 'vitest'
import {
  chooseAddressOfPerson,
  listAdditionalMailAddresses,
  chooseAddressOfMail,
  type StoredEmailAddresses,
  type EmailTrust,
} from './mail-address.ts'

const signIn = 'sign-in@example.com'
const nobody: StoredEmailAddresses = {
  email: signIn,
  emailVerified: true,
  confirmedEmail: null,
  contactEmail: null,
  confirmedContact: null,
}

test.each<[stored: Partial<StoredEmailAddresses>, address: string | null, unverified: string | null]>([
  [{}, signIn, null],
  [{ contactEmail: '--' }, signIn, null],
  [{ email: null }, null, null],
  [{ emailVerified: false }, null, signIn],
  [{ contactEmail: 'Sign-In@example.com' }, 'Sign-In@example.com', null],
  // A contact email that is equal to the unverified sign-in address is not verified either.
  [{ emailVerified: false, contactEmail: signIn }, null, signIn],
  [{ emailVerified: false, confirmedEmail: 'SIGN-IN@example.com' }, signIn, null],
  [{ emailVerified: false, confirmedEmail: 'before@example.com' }, null, signIn],
  [{ contactEmail: 'other@example.com' }, signIn, 'other@example.com'],
  [{ contactEmail: 'other@example.com', emailVerified: false }, null, 'other@example.com'],
  [{ contactEmail: 'other@example.com', confirmedContact: 'OTHER@example.com' }, 'other@example.com', null],
  [{ contactEmail: 'third@example.com', confirmedContact: 'other@example.com' }, signIn, 'third@example.com'],
])('emails go only to verified addresses: with %j to %s', (stored, address, unverified) =>
  expect(chooseAddressOfPerson({ ...nobody, ...stored }, 'claim')).toEqual({ address, unverified }),
)

test('if the operator trusts the provider to verify always, each sign-in address is verified', () => {
  const unverified = { ...nobody, emailVerified: false }
  expect(chooseAddressOfPerson(unverified, 'always')).toEqual({ address: signIn, unverified: null })
})

test.each<[recorded: string, stored: Partial<StoredEmailAddresses>, emailTrust: EmailTrust, goesTo: string | null]>([
  [signIn, { contactEmail: 'c@example.com', confirmedContact: 'c@example.com' }, 'claim', signIn],
  [signIn, { contactEmail: 'c@example.com' }, 'claim', null],
  [signIn, { contactEmail: 'c@example.com', confirmedContact: 'c@example.com', emailVerified: false }, 'claim', null],
  [
    signIn,
    { contactEmail: 'c@example.com', confirmedContact: 'c@example.com', emailVerified: false },
    'always',
    signIn,
  ],
  ['former@example.com', { contactEmail: 'c@example.com' }, 'claim', 'former@example.com'],
])('a copy that was recorded for %s, with %j and %s, goes to %s', (...[recorded, stored, emailTrust, goesTo]) =>
  expect(chooseAddressOfMail({ ...nobody, ...stored }, emailTrust, recorded)).toBe(goesTo),
)

test('emails about the account go to the sign-in address, and to the previous contact email', () => {
  const contact = { contactEmail: 'c@example.com', confirmedContact: 'c@example.com' }
  expect(listAdditionalMailAddresses(nobody, null)).toEqual([])
  expect(listAdditionalMailAddresses({ ...nobody, ...contact }, null)).toEqual([signIn])
  expect(listAdditionalMailAddresses({ ...nobody, ...contact }, 'C@example.com')).toEqual([signIn, 'C@example.com'])
  expect(listAdditionalMailAddresses({ ...nobody, contactEmail: 'c@example.com' }, 'c@example.com')).toEqual([signIn])
  expect(listAdditionalMailAddresses(nobody, signIn)).toEqual([signIn])
})
