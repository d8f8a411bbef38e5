import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { findLikelySpellings, classifyMisspelling, spellingKeysOf } from './spelling.ts'

const { pool, close } = await createTestDatabase()

afterAll(close)

test.each([
  ['hubre', 'huber', 'whole'],
  ['hubr', 'huber', 'whole'],
  ['huberr', 'huber', 'whole'],
  ['hober', 'huber', 'whole'],
  ['uhber', 'huber', 'whole'],
  ['xuber', 'huber', 'whole'],
  ['huuber', 'huber', 'whole'],
  ['huebr', 'huber', 'whole'],
  ['hezung', 'heizungsbau', 'beginning'],
  ['heizugn', 'heizungsbau', 'beginning'],
  ['bernn', 'bern', 'whole'],
  ['huber', 'huber', null],
  ['heiz', 'heizung', null],
  ['hbre', 'huber', null],
  ['ber', 'bern', null],
  ['brn', 'bern', null],
  ['heizx', 'heizung', null],
  ['10116', '10115', null],
  ['hxbxr', 'huber', null],
] as const)('%s for %s is a typing error of the %s', (typed, word, kind) => {
  expect(classifyMisspelling(typed, word)).toBe(kind)
})

const alphabet = fc.constantFrom('a', 'b', 'n', 'z')
const words = fc.string({ unit: alphabet, minLength: 5, maxLength: 9 })

/** A random word, and the same word with one typing error. */
const errors = fc
  .tuple(words, fc.nat(), alphabet, fc.constantFrom('wrong', 'missing', 'more', 'swapped'))
  .map(misspelled)

function misspelled([word, anywhere, letter, error]: [string, number, string, string]): {
  word: string
  typed: string
} {
  const at = anywhere % word.length
  const [before, here, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  if (error === 'wrong') return { word, typed: before + letter + after }
  if (error === 'missing') return { word, typed: before + after }
  if (error === 'more') return { word, typed: before + letter + here + after }
  return { word, typed: before + after.charAt(0) + here + after.slice(1) }
}

test('one typing error is allowed anywhere in a word of five letters or more', () => {
  fc.assert(
    fc.property(errors, ({ word, typed }) => {
      fc.pre(!word.startsWith(typed))
      expect(classifyMisspelling(typed, word)).toBe('whole')
    }),
    { numRuns: 2000 },
  )
})

test('the parts of the typed word overlap with the parts that the database stores for the word', async () => {
  await fc.assert(
    fc.asyncProperty(errors, fc.string({ unit: alphabet, maxLength: 4 }), async ({ word, typed }, more) => {
      fc.pre(classifyMisspelling(typed, word + more) !== null)
      const { rows } = await pool.query('select from company_spelling_parts($1) as part where part = any ($2)', [
        word + more,
        spellingKeysOf(typed),
      ])
      expect(rows.length).toBeGreaterThan(0)
    }),
    { numRuns: 300 },
  )
})

test('whole words come before longer ones, and a word that exists is not taken for a prefix', () => {
  const found = ['heizungstechnik', 'heizungsbau', 'heizung', 'heuzung', 'kessel']
  expect(findLikelySpellings('hezung', found, 'beginning')).toEqual([
    'heizung',
    'heuzung',
    'heizungsbau',
    'heizungstechnik',
  ])
  expect(findLikelySpellings('hezung', found, 'whole')).toEqual(['heizung', 'heuzung'])
})
