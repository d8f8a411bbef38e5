import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { portalMutants } from './portal-mutants.ts'

const edits = portalMutants.flatMap(({ name, edits: own }) => own.map((edit) => ({ name, ...edit })))

test.each(edits)('the mutant "$name" edits code that is in $file once', ({ file, from, to }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
})

test('at least 12 mutants have different names', () => {
  const names = new Set(portalMutants.map(({ name }) => name))
  expect(names.size).toBe(portalMutants.length)
  expect(names.size).toBeGreaterThanOrEqual(12)
})
