import { expect, test } from 'vitest'
import { localeTagOf, adaptSpelling } from './adapt-spelling.ts'

test('German in Switzerland and Liechtenstein has no ß', () => {
  expect(localeTagOf('de', null)).toBe('de')
  expect(localeTagOf('de', 'CH')).toBe('de-CH')
  const texts = { street: 'Straße', parts: ['Maß'] }
  for (const locale of ['de', 'de-DE', 'de-AT']) expect(adaptSpelling(locale, texts)).toEqual(texts)
  for (const locale of ['de-CH', 'de-LI'])
    expect(adaptSpelling(locale, texts)).toEqual({ street: 'Strasse', parts: ['Mass'] })
})
