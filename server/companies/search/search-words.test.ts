import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { foldCaseAndAccents, toSearchWords } from './search-words.ts'

const { pool, close } = await createTestDatabase()

afterAll(close)

async function inDatabase(text: string): Promise<{ folded: string; words: string[] }> {
  const { rows } = await pool.query<{ folded: string; words: string[] }>(
    'select company_fold($1) as folded, company_words(company_fold($1)) as words',
    [text],
  )
  return rows[0] ?? { folded: '', words: [] }
}

test.each([
  ['Wärmewerkstatt Müller & Söhne', ['warmewerkstatt', 'muller', 'sohne']],
  ['Straße ẞ', ['strasse', 'ss']],
  ['Øster Ærø Åkøb', ['oster', 'aero', 'akob']],
  ['Łódź Żółć', ['lodz', 'zolc']],
  ['Þór Đorđe Œuvre', ['thor', 'dorde', 'oeuvre']],
  ['O’Rourke', ['orourke']],
  ["Chaleur d'Armorique", ['chaleur', 'darmorique']],
  ['Instal·lacions', ['installacions']],
  ['Teplo s.r.o.', ['teplo', 'sro']],
  ['De Maas B.V.', ['de', 'maas', 'bv']],
  ['Dr.Huber', ['dr', 'huber']],
  ['..B.V. 0.À.A', ['bv', '0', 'a']],
  ['Esch-sur-Alzette', ['esch', 'sur', 'alzette']],
  ['SW1A 1AA', ['sw1a', '1aa']],
  ['ＦＵＬＬ ﬁne', ['full', 'fine']],
  ['  %_&  ', []],
])('%j is searched for as %j', (typed, words) => {
  expect(toSearchWords(typed)).toEqual(words)
})

// Node and PostgreSQL may have different versions of Unicode. The test uses the letters of our countries, which are
// the same in all versions.
const letters = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0x20, max: 0x17f }).map((code) => String.fromCodePoint(code)),
    fc.constantFrom('’', 'ß', 'ẞ', 'é', 'e\u0301', 'Ś', '·', '.', ' ', '–', '„', 'ł', 'Ç'),
  ),
  maxLength: 40,
})

test('typed text is folded as the database folds company names', async () => {
  await fc.assert(
    fc.asyncProperty(letters, async (text) => {
      expect((await inDatabase(text)).folded).toBe(foldCaseAndAccents(text))
    }),
    { numRuns: 300 },
  )
})

test('every word of a name, typed as written, is a prefix of a word of the company', async () => {
  await fc.assert(
    fc.asyncProperty(letters, async (text) => {
      const { words } = await inDatabase(text)
      const missed = toSearchWords(text).filter((typed) => !words.some((word) => word.startsWith(typed)))
      expect(missed).toEqual([])
    }),
    { numRuns: 300 },
  )
})
