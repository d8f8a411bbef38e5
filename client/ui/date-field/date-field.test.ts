import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { toDayFirstLocale } from './day-first-locale.ts'

const form = { day: '2-digit', month: '2-digit', year: 'numeric' } as const

test.each([...languages, 'en-US', 'en-CA', 'fr-CA', 'de-AT'])('dates have the order d/m/Y in %s', (locale) => {
  const parts = new Intl.DateTimeFormat(toDayFirstLocale(locale), form).formatToParts(0)
  expect(parts.map(({ type }) => type).filter((type) => type !== 'literal')).toEqual(['day', 'month', 'year'])
})

test("the reader's region stays if it has this order", () => {
  expect(toDayFirstLocale('de-AT')).toBe('de-AT')
  expect(toDayFirstLocale('en-US')).toBe('en-GB')
})
