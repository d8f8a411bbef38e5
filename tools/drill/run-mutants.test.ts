import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutantVerdictOf, readPortalMutants } from './run-mutants.ts'

const mutants = readPortalMutants()
const edits = mutants.flatMap(({ name, edits: own }) => own.map((edit) => ({ name, ...edit })))

test.each(edits)('the mutant "$name" edits code that is in $file once', ({ file, from, to }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
})

test('at least 12 mutants have different names', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBeGreaterThanOrEqual(12)
})

const tried = 'five processes killed: 0 of 806 lost; waited: reports 0.0 s, pages 13.2 s, calls 14.2 s'

test.each([
  [
    ['BROKEN: an address was lost', 'BROKEN: the fault has 0 notices', tried],
    'noticed: m\n  BROKEN: the fault has 0 notices',
  ],
  [['BROKEN: answered 500', 'BROKEN: answered 500', tried], 'NOT noticed: m\n  BROKEN: answered 500'],
  [['Starting the database.'], 'NOT tried: m\n  The drill ended before its first fault.'],
])('the output %j', (lines, text) => {
  const verdict = mutantVerdictOf({ name: 'm', finding: 'has 0 notices' }, lines.join('\n'))
  expect(verdict).toEqual({ isNoticed: text.startsWith('noticed'), text })
})
