import { expect, test } from 'vitest'
import { createBackoff } from './backoff.ts'

test('the wait doubles up to its limit and restarts after success', () => {
  const backoff = createBackoff({ minMs: 1000, maxMs: 6000, random: () => 1 })
  expect([backoff.next(), backoff.next(), backoff.next(), backoff.next()]).toEqual([1000, 2000, 4000, 6000])
  backoff.reset()
  expect(backoff.next()).toBe(1000)
})

test('waits are randomly reduced by up to half', () => {
  expect(createBackoff({ minMs: 1000, maxMs: 6000, random: () => 0 }).next()).toBe(500)
})
