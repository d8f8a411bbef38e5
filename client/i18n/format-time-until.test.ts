import { expect, test } from 'vitest'
import { formatTimeUntil } from './format.ts'

test.each([
  [0, 'in 1 second'],
  [37, 'in 37 seconds'],
  [60, 'in 1 minute'],
  [61, 'in 2 minutes'],
  [900, 'in 15 minutes'],
  [7200, 'in 2 hours'],
  [86_400, 'in 24 hours'],
])('a wait of %i seconds ends %s', (seconds, words) => {
  expect(formatTimeUntil(seconds, 'en-GB')).toBe(words)
})

test('a wait is formatted for the language', () => {
  expect(formatTimeUntil(900, 'de-AT')).toBe('in 15 Minuten')
  expect(formatTimeUntil(120, 'pl-PL')).toBe('za 2 minuty')
  expect(formatTimeUntil(120, 'sl-SI')).toBe('čez 2 minuti')
})
