import { expect, test } from 'vitest'
import { chooseLanguage } from './languages.ts'

test.each([
  [['de-AT', 'en'], 'de'],
  [['DE'], 'de'],
  [['ja-JP', 'sk-SK', 'de'], 'sk'],
  [['nb-NO'], 'no'],
  [['nn'], 'no'],
  [['no'], 'no'],
  [['', 'fr'], 'fr'],
  [['ja-JP'], 'en'],
  [[], 'en'],
] as const)('the languages %j choose %s', (preferred, language) => {
  expect(chooseLanguage(preferred)).toBe(language)
})
