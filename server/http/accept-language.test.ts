import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { languageOfHeader } from './accept-language.ts'

test.each([
  ['de', 'de'],
  ['de-CH,fr;q=0.9', 'de'],
  ['en;q=0.5, cs ; q=0.8', 'cs'],
  ['ja,zh;q=0.9,sl;q=0.1', 'sl'],
  ['nb-NO', 'no'],
  ['de;q=0', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
  ['de;q=x,it;q=0.1', 'it'],
] as const)('for %j the page uses %s', (header, language) => {
  expect(languageOfHeader(header)).toBe(language)
})

test('any header value gives a language of the page', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(languages).toContain(languageOfHeader(header))
    }),
  )
})
