import { expect, test } from 'vitest'
import { refuseForeignFile, refuseForeignSessions } from './policy.ts'

test('a person ends only their own sessions', () => {
  const own = [Buffer.from('a')]
  expect(refuseForeignSessions(own)).toBe(own)
  expect(() => refuseForeignSessions([])).toThrow('not-found')
})

test('a person downloads only the data about themselves', () => {
  const own = { id: 'file' }
  expect(refuseForeignFile(own)).toBe(own)
  expect(() => refuseForeignFile(null)).toThrow('not-found')
})
