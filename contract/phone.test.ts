import * as fc from 'fast-check'
import { getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, test } from 'vitest'
import { countries } from './countries.ts'
import {
  diallingCodeOf,
  formatPhoneNumber,
  listPhoneCountries,
  phoneErrorOf,
  parseNationalPhoneNumber,
} from './phone.ts'

test.each(countries)('a mobile number of %s is valid there', (country) => {
  const { nationalNumber } = getExampleNumber(country, examples) ?? { nationalNumber: '' }
  expect(phoneErrorOf(nationalNumber, country)).toBeNull()
})

test.each([
  ['1', 'DE', 'length'],
  ['123456789012', 'FO', 'length'],
  ['15112345678', 'FR', 'length'],
  ['212345678', 'DK', 'length'],
  ['00000000', 'DK', 'country-mismatch'],
  ['7912345678', 'XX', 'country'],
])('%s is not a number of %s: %s', (number, country, fault) => {
  expect(phoneErrorOf(number, country)).toBe(fault)
})

test.each([
  ['0151 12345678', 'DE', 'DE', '15112345678'],
  ['+49 151 12345678', 'DE', 'DE', '15112345678'],
  ['0049 (0)30 / 123-456', 'DE', 'DE', '30123456'],
  ['030-123 456', 'DE', 'DE', '30123456'],
  ['+43 1 51510', 'DE', 'AT', '151510'],
  ['02 5550 1234', 'IT', 'IT', '0255501234'],
  ['0151 12345678'.padEnd(40), 'DE', 'DE', '15112345678'],
])('%s, with %s chosen, is parsed as %s %s', (text, chosen, ...meant) => {
  expect(Object.values(parseNationalPhoneNumber(text, chosen) ?? {})).toEqual(meant)
})

test.each([
  '',
  'call me',
  '12',
  '0151 2345678',
  '0151 12345678 ext. 9',
  'call 0151 12345678',
  '0151 12345678'.padEnd(41),
])('%s is not a number', (text) => {
  expect(parseNationalPhoneNumber(text, 'DE')).toBeNull()
})

test('a parsed number has no fault', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[+0]?[\d ()/-]{0,20}$/),
      fc.constantFrom(...listPhoneCountries()),
      (text, countryCode) => {
        const understood = parseNationalPhoneNumber(text, countryCode)
        expect(understood && phoneErrorOf(understood.number, understood.country)).toBeNull()
      },
    ),
  )
})

test('the dialling code depends on the country', () => {
  expect([diallingCodeOf('DE'), diallingCodeOf('GB'), diallingCodeOf('FO')]).toEqual(['+49', '+44', '+298'])
  expect(listPhoneCountries().length).toBeGreaterThan(200)
})

test('a number is shown in the groups of its country', () => {
  expect(formatPhoneNumber({ country: 'DE', number: '15112345678' })).toBe('+49 1511 2345678')
  expect(formatPhoneNumber({ country: 'GB', number: '7400123456' })).toBe('+44 7400 123456')
  // A stored number may be invalid, because it was stored under older rules.
  expect(formatPhoneNumber({ country: 'DE', number: '1' })).toBe('+49 1')
})

test('any digits and any country get an answer', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{0,15}$/), fc.stringMatching(/^[A-Z]{2}$/), (number, country) => {
      expect([null, 'country', 'length', 'country-mismatch']).toContain(phoneErrorOf(number, country))
    }),
  )
})
