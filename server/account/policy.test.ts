import { expect, test } from 'vitest'
import { requirePersonalDataFile, requireSessionsOfCaller } from './policy.ts'

test('a person ends only their own sessions', () => {
  const own = [Buffer.from('a')]
  expect(requireSessionsOfCaller(own)).toBe(own)
  expect(() => requireSessionsOfCaller([])).toThrow('not-found')
})

test('a person downloads only the data about themselves', () => {
  const own = { id: 'file' }
  expect(requirePersonalDataFile(own)).toBe(own)
  expect(() => requirePersonalDataFile(null)).toThrow('not-found')
})
