import { expect, test } from 'vitest'
import { createDeathCounter } from './death-counter.ts'

// Specification 18.1: `npm start` keeps all parts of the product running.

test('a part that dies at once waits twice as long each time, and is not started a sixth time', () => {
  const deaths = createDeathCounter()
  const answers = Array.from({ length: 6 }, () => deaths.count(0))
  expect(answers.map((answer) => (answer.again === 'after' ? answer.pauseMs : answer))).toEqual([
    1_000,
    2_000,
    4_000,
    8_000,
    16_000,
    { again: 'never', deaths: 6 },
  ])
})

test('a part that ran for a minute has recovered', () => {
  const deaths = createDeathCounter()
  for (let times = 0; times < 5; times++) deaths.count(59_999)
  expect(deaths.count(60_000)).toEqual({ again: 'after', pauseMs: 1_000 })
})
