import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { dayFirstLocale } from './day-first-locale.ts'

const form = { day: '2-digit', month: '2-digit', year: 'numeric' } as const

test.each([...languages, 'en-US', 'en-CA', 'fr-CA', 'de-AT'])('dates have the order d/m/Y in %s', (locale) => {
  const parts = new Intl.DateTimeFormat(dayFirstLocale(locale), form).formatToParts(0)
  expect(parts.map(({ type }) => type).filter((type) => type !== 'literal')).toEqual(['day', 'month', 'year'])
})

test("the reader's region stays if it has this order", () => {
  expect(dayFirstLocale('de-AT')).toBe('de-AT')
  expect(dayFirstLocale('en-US')).toBe('en-GB')
})
