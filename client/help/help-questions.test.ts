import fc from 'fast-check'
import { expect, test } from 'vitest'
import english from '#texts/en/page.json' with { type: 'json' }
import help from '#texts/en/help.json' with { type: 'json' }
import type { Translate } from '#client/i18n/message-types.ts'
import { formatMailtoUrl } from './mailto-url.ts'
import { searchHelpQuestions, helpQuestionGroups } from './help-questions.ts'

const texts: Record<string, string> = { ...english, ...help }
const t: Translate = (id) => texts[id] ?? ''

function found(typed: string): string[] {
  return searchHelpQuestions(t, typed).flatMap(({ questions }) => [...questions])
}

test('the search finds all words in the question or its answer, ignoring accents and case', () => {
  expect(found('OFFLINE')).toEqual(['chip', 'offline'])
  expect(found('  owner   sticker ')).toEqual([])
  expect(found('carbon  Monoxide')).toEqual(['fault'])
  expect(found('stîcker camerá')).toEqual(['camera'])
  expect(found('15 minutes')).toEqual(['chip'])
})

test('without a search all questions are shown', () => {
  expect(searchHelpQuestions(t, ' ')).toEqual(helpQuestionGroups)
})

test('more words never find more questions', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (word, more) => {
      const fewer = new Set(found(word))
      expect(found(`${word} ${more}`).every((question) => fewer.has(question))).toBe(true)
    }),
  )
})

test('every value in a mail address stays text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (subject, line) => {
      const address = new URL(formatMailtoUrl({ to: 'a@b.example', subject, lines: [line] }))
      expect([...address.searchParams]).toEqual([
        ['subject', subject],
        ['body', `\r\n\r\n${line}\r\n`],
      ])
      expect(address.hash).toBe('')
    }),
  )
})

test('an owner finds that home automation can read their data', () => {
  expect(found('home assistant')).toEqual(['automation'])
  expect(found('developers')).toEqual(['automation'])
})
