import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AddressForm,
  addressForm,
  addressRequestBody,
  hasSpecialCharacters,
  toAddressForm,
  toAddressRequestBody,
} from './address-form.ts'
import { addressFieldLimits } from './address.ts'
import { countries } from './countries.ts'

const good: AddressForm = { country: 'DE', postalCode: '10115', city: 'Berlin', street1: 'Ring 1', street2: '' }

function codesOf(form: Record<string, unknown>): string[] {
  const parsed = addressForm.safeParse(form)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}

function codesOfWrite(body: Record<string, unknown>): string[] {
  const parsed = addressRequestBody.safeParse(body)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}

test('postal code, city and street are required, the second line is not', () => {
  expect(codesOf({ ...good, postalCode: '', city: '', street1: '' })).toEqual([
    'postalCode required',
    'city required',
    'street1 required',
  ])
  expect(codesOf(good)).toEqual([])
})

test('no field is valid with only white space', () => {
  expect(codesOf({ ...good, postalCode: ' ', city: '\t', street1: '\u00A0', street2: '   ' })).toEqual([
    'postalCode whitespace',
    'city whitespace',
    'street1 whitespace',
    'street2 whitespace',
  ])
})

test('the country is one of the portal', () => {
  expect(codesOf({ ...good, country: '' })).toEqual(['country required'])
  expect(codesOf({ ...good, country: 'US' })).toEqual(['country required'])
})

test.each([
  ['postalCode', addressFieldLimits.postalCode],
  ['city', addressFieldLimits.city],
  ['street1', addressFieldLimits.street],
  ['street2', addressFieldLimits.street],
] as const)('%s has at most %i characters after trimming', (field, max) => {
  expect(codesOf({ ...good, [field]: ` ${'x'.repeat(max)} ` })).toEqual([])
  expect(codesOf({ ...good, [field]: 'x'.repeat(max + 1) })).toEqual([`${field} max-length`])
})

test('street lines, postal code and city may have 256, 12 and 128 characters', () => {
  expect(addressFieldLimits).toEqual({ street: 256, postalCode: 12, city: 128 })
})

test('a postal code holds no special character but the hyphen', () => {
  for (const character of '~_!@#$%^&*()[],.?":;{}|<>=+/`\'') {
    expect(codesOf({ ...good, postalCode: `10${character}15` })).toEqual(['postalCode noSpecialSigns'])
  }
  expect(codesOf({ ...good, postalCode: '00-950' })).toEqual([])
})

test.each([
  ['AT', '1010'],
  ['BE', '1040'],
  ['CH', '8001'],
  ['CZ', '110 00'],
  ['DE', '10115'],
  ['DK', '2200'],
  ['GB', 'SW1A 1AA'],
  ['LU', 'L-1931'],
  ['NL', '1072 GC'],
  ['SE', 'SE-118 30'],
  ['ES', '28004'],
  ['IT', '00183'],
  ['FR', '75019'],
  ['PL', '00-950'],
  ['SI', 'SI-1000'],
  ['SK', '811 06'],
  ['FO', 'FO-100'],
] as const)('the form accepts a real postal code of %s', (country, postalCode) => {
  expect(codesOf({ ...good, country, postalCode })).toEqual([])
})

test('the validator refuses the hyphen by default, and a flag permits it', () => {
  expect([hasSpecialCharacters('a-b'), hasSpecialCharacters('a-b', { permitHyphens: true })]).toEqual([true, false])
  expect([hasSpecialCharacters('a,b'), hasSpecialCharacters('a,b', { permitHyphens: true })]).toEqual([true, true])
  expect(hasSpecialCharacters('SW1A 1AA äß')).toBe(false)
})

test('values are trimmed on send, and an empty second line is omitted', () => {
  const form = addressForm.parse({ ...good, city: ' Berlin ', street2: '' })
  expect(toAddressRequestBody(form)).toEqual({ street: ['Ring 1'], postalCode: '10115', city: 'Berlin', country: 'DE' })
  expect(addressRequestBody.parse({ ...toAddressRequestBody(form), street: [' Ring 1 ', ''] }).street).toEqual([
    'Ring 1',
  ])
})

test('the body has one street line or two, the first of them filled', () => {
  const { street: _, ...rest } = toAddressRequestBody(good)
  expect(codesOfWrite({ ...rest, street: [] })).toEqual(['street.0 required'])
  expect(codesOfWrite({ ...rest, street: ['', 'b'] })).toEqual(['street.0 required'])
  expect(codesOfWrite({ ...rest, street: [' ', 'b'] })).toEqual(['street.0 whitespace'])
  expect(codesOfWrite({ ...rest, street: ['a', 'b', 'c'] })).toEqual(['street max-length'])
  expect(codesOfWrite({ ...rest, street: ['a', 'b'], owner: true })).toHaveLength(1)
  for (const strange of ['\u0000', '\u001b[31m', '\r', '\n', '\u2028', '\u202e', '\ud800']) {
    expect(codesOfWrite({ ...rest, street: [`a${strange}b`, 'b'] })).toEqual(['street.0 character'])
    expect(codesOfWrite({ ...rest, street: ['a'], city: `a${strange}b` })).toEqual(['city character'])
  }
  expect(codesOfWrite({ ...rest, street: ['a'], postalCode: 'a\u202eb' })).toEqual(['postalCode character'])
})

const written = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 300 })

test('a value that the form accepts is accepted in the body, and comes back unchanged', () => {
  const forms = fc.record({
    country: fc.constantFrom(...countries),
    postalCode: fc.string({ unit: 'grapheme', maxLength: 14 }),
    city: written,
    street1: written,
    street2: written,
  })
  fc.assert(
    fc.property(forms, (typed) => {
      const parsed = addressForm.safeParse(typed)
      const body = addressRequestBody.safeParse(toAddressRequestBody(typed))
      expect(body.success).toBe(parsed.success)
      if (!parsed.success || !body.success) return
      expect(body.data).toEqual(toAddressRequestBody(parsed.data))
      expect(toAddressForm(body.data)).toEqual(parsed.data)
      expect(addressForm.parse(parsed.data)).toEqual(parsed.data)
    }),
  )
})

test('an invalid field has one code, even with several errors', () => {
  fc.assert(
    fc.property(written, (value) => {
      const codes = codesOf({ ...good, postalCode: value })
      expect(codes.length).toBeLessThanOrEqual(1)
      expect(codes[0] ?? 'postalCode required').toMatch(
        /^postalCode (required|whitespace|noSpecialSigns|character|max-length)$/u,
      )
    }),
  )
})
