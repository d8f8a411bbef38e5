import { expect, test } from 'vitest'
import { localeQuery, termsAcceptance } from './terms.ts'

const codesOf = (body: object) => termsAcceptance.safeParse(body).error?.issues.map(({ message }) => message)

test('the version that was read is accepted, with or without a country', () => {
  expect(codesOf({ accepted: true, version: 'x' })).toBeUndefined()
  expect(codesOf({ accepted: true, version: 'x'.repeat(32), country: 'DE' })).toBeUndefined()
})

test('other bodies are refused', () => {
  expect(codesOf({ accepted: true, version: '' })).toEqual(['required'])
  expect(codesOf({ accepted: true, version: 'x'.repeat(33) })).toEqual(['max-length'])
  for (const wrong of [{ accepted: false }, { country: 'US' }, { more: 1 }]) {
    expect(codesOf({ accepted: true, version: '1', ...wrong }), JSON.stringify(wrong)).toHaveLength(1)
  }
})

test.each(['de', 'de-AT', 'de_AT', 'DE-at'])('%s is a valid locale', (locale) => {
  expect(localeQuery.safeParse({ locale }).success).toBe(true)
})

test.each(['', 'd', 'deu', 'de-', 'de-AUT', 'xde', 'de AT', '../de'])('%j is not a valid locale', (locale) => {
  expect(localeQuery.safeParse({ locale }).success).toBe(false)
})

test('a query of terms has only the locale', () => {
  expect(localeQuery.safeParse({ locale: 'de', version: '1' }).success).toBe(false)
})
