import { expect, test } from 'vitest'
import { takeoverFailures } from '#contract/takeover.ts'
import { formatCountdown } from './countdown.tsx'
import { nextActionAfterFailedTakeover } from './next-takeover-action.ts'

// Tests the rules of Specification 26.9.

test('a countdown shows minutes and seconds, and stops at zero', () => {
  expect([90_000, 65_000, 1, 0, -5_000].map(formatCountdown)).toEqual(['1:30', '1:05', '0:01', '0:00', '0:00'])
})

test('after a failed trial the person can start again, after a change of the owner claim, otherwise neither', () => {
  expect(Object.fromEntries(takeoverFailures.map((reason) => [reason, nextActionAfterFailedTakeover(reason)]))).toEqual(
    {
      'too-early': 'start-again',
      'too-late': 'start-again',
      cancelled: 'start-again',
      'owner-changed': 'claim',
      objected: 'none',
      refused: 'none',
      'not-agreed': 'none',
    },
  )
})
