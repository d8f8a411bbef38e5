import { expect, test } from 'vitest'
import { storeLanguage, readPreferredLanguage, localeOf } from './language-choice.ts'

function storage(kept: string | null = null) {
  const values = new Map(kept === null ? [] : [['language', kept]])
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

test("the user's choice is stored and overrides the browser's", () => {
  const keeping = storage()
  storeLanguage(keeping, 'sl')
  expect(readPreferredLanguage(keeping, ['de-AT', 'en'])).toBe('sl')
})

test("without a choice the browser's first supported language is used", () => {
  expect(readPreferredLanguage(storage(), ['pt-BR', 'nb-NO', 'de'])).toBe('no')
})

test('without a supported language the page is in English', () => {
  expect(readPreferredLanguage(storage(), ['pt-BR', 'ja'])).toBe('en')
})

test('a stored language that the page does not support is ignored', () => {
  expect(readPreferredLanguage(storage('../../de'), ['it'])).toBe('it')
})

test('a browser that blocks storage only loses the choice', () => {
  const forbidden = {
    getItem: () => {
      throw new DOMException('Denied', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('Denied', 'SecurityError')
    },
  }
  expect(readPreferredLanguage(forbidden, ['fr'])).toBe('fr')
  expect(() => storeLanguage(forbidden, 'fr')).not.toThrow()
})

test("dates and numbers use the reader's region", () => {
  expect(localeOf('de', ['en-GB', 'de-AT'])).toBe('de-AT')
  expect(localeOf('de', ['en-GB'])).toBe('de')
})
