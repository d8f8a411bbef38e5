import * as fc from 'fast-check'
import { getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, test } from 'vitest'
import { countries } from './countries.ts'
import { diallingCodeOf, phoneCountries, phoneFaultOf } from './phone.ts'

test.each(countries)('a mobile number of %s is valid there', (country) => {
  const { nationalNumber } = getExampleNumber(country, examples) ?? { nationalNumber: '' }
  expect(phoneFaultOf(nationalNumber, country)).toBeNull()
})

test.each([
  ['1', 'DE', 'length'],
  ['123456789012', 'FO', 'length'],
  ['15112345678', 'FR', 'length'],
  ['212345678', 'DK', 'length'],
  ['00000000', 'DK', 'country-mismatch'],
  ['7912345678', 'XX', 'country'],
])('%s is no number of %s: %s', (number, country, fault) => {
  expect(phoneFaultOf(number, country)).toBe(fault)
})

test('the dialling code follows the country', () => {
  expect([diallingCodeOf('DE'), diallingCodeOf('GB'), diallingCodeOf('FO')]).toEqual(['+49', '+44', '+298'])
  expect(phoneCountries().length).toBeGreaterThan(200)
})

test('any digits and any country get an answer', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{0,15}$/), fc.stringMatching(/^[A-Z]{2}$/), (number, country) => {
      expect([null, 'country', 'length', 'country-mismatch']).toContain(phoneFaultOf(number, country))
    }),
  )
})
