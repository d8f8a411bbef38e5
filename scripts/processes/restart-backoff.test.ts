import { expect, test } from 'vitest'
import { createRestartBackoff } from './restart-backoff.ts'

// Specification 18.1: `npm start` keeps all parts of the product running.

test('a part that dies at once waits twice as long each time, and is not started a sixth time', () => {
  const backoff = createRestartBackoff()
  const answers = Array.from({ length: 6 }, () => backoff.next(0))
  expect(answers.map((answer) => (answer.again === 'after' ? answer.pauseMs : answer))).toEqual([
    1_000,
    2_000,
    4_000,
    8_000,
    16_000,
    { again: 'never', exits: 6 },
  ])
})

test('a part that ran for a minute has recovered', () => {
  const backoff = createRestartBackoff()
  for (let times = 0; times < 5; times++) backoff.next(59_999)
  expect(backoff.next(60_000)).toEqual({ again: 'after', pauseMs: 1_000 })
})
