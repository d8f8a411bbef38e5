import { expect, test } from 'vitest'
import { parseAppearance, schemeMediaQueryOf } from './appearance.ts'
import { escapeHtml } from './escape-html.ts'
import { formatInGroups, splitSerialNumber, formatSerialNumber } from './format-codes.ts'
import { localeTagOf, adaptSpelling } from './adapt-spelling.ts'

test('a code is printed in groups of the same size, the last one shorter', () => {
  expect(formatInGroups(4, 'ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
  expect(formatInGroups(3, '')).toBe('')
})

test('digits of a serial number are printed in groups of three, other serial numbers unchanged', () => {
  expect(formatSerialNumber('929220810')).toBe('929 220 810')
  expect(splitSerialNumber('92922081')).toEqual(['929', '220', '81'])
  for (const serial of ['A929220810', '929220810A', 'GW-1']) expect(formatSerialNumber(serial)).toBe(serial)
})

test('an unknown appearance is that of the system', () => {
  expect(['light', 'dark', 'system', 'blue', undefined].map(parseAppearance)).toEqual([
    'light',
    'dark',
    'system',
    'system',
    'system',
  ])
  expect(schemeMediaQueryOf('dark', 'system')).toBe('(prefers-color-scheme: dark)')
  expect(schemeMediaQueryOf('dark', 'dark')).toBe('all')
  expect(schemeMediaQueryOf('dark', 'light')).toBe('not all')
})

test('text in HTML has no characters of markup', () => {
  expect(escapeHtml(`<a href="x">'&'</a>`)).toBe('&#60;a href=&#34;x&#34;&#62;&#39;&#38;&#39;&#60;/a&#62;')
})

test('German in Switzerland and Liechtenstein has no ß', () => {
  expect(localeTagOf('de', null)).toBe('de')
  expect(localeTagOf('de', 'CH')).toBe('de-CH')
  const texts = { street: 'Straße', parts: ['Maß'] }
  for (const locale of ['de', 'de-DE', 'de-AT']) expect(adaptSpelling(locale, texts)).toEqual(texts)
  for (const locale of ['de-CH', 'de-LI'])
    expect(adaptSpelling(locale, texts)).toEqual({ street: 'Strasse', parts: ['Mass'] })
})
