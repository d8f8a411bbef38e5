import { expect, test } from 'vitest'
import { noWaits } from './waits.ts'

test('the longest wait without a break counts, with the time before it was felt', () => {
  const waits = noWaits(2_000)
  for (const [now, isWaiting] of [
    [10_000, true],
    [10_250, false],
    [20_000, true],
    [20_250, true],
    [20_500, true],
    [20_750, false],
  ] as const)
    waits.look(now, isWaiting)
  expect(waits.longest()).toBe(2_500)
  expect(waits.lastAt()).toBe(20_500)
})

test('where nobody waits, nothing is felt', () => {
  const waits = noWaits(2_000)
  waits.look(10_000, false)
  expect(waits.longest()).toBe(0)
  expect(waits.lastAt()).toBeUndefined()
})
