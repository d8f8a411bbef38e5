import { expect, test } from 'vitest'
import { mutantVerdictOf } from './mutant-verdict.ts'

const mutant = { noticedBy: /has 0 notices/u }
const tried = 'five processes killed: 0 of 806 lost; waited: reports 0.0 s, pages 13.2 s, calls 14.2 s'

test('a mutant is noticed by the finding that it expects', () => {
  const output = ['BROKEN: an address was lost', 'BROKEN: the fault has 0 notices', tried].join('\n')
  expect(mutantVerdictOf(mutant, output)).toEqual({ kind: 'noticed', finding: 'BROKEN: the fault has 0 notices' })
})

test('a mutant with other findings only is not noticed', () => {
  const output = ['BROKEN: answered 500', 'BROKEN: answered 500', tried].join('\n')
  expect(mutantVerdictOf(mutant, output)).toEqual({ kind: 'unnoticed', findings: ['BROKEN: answered 500'] })
})

test('a drill that ended before its first fault says nothing about the mutant', () => {
  expect(mutantVerdictOf(mutant, 'Starting the database.')).toEqual({ kind: 'not-tried' })
})
