import { expect, test } from 'vitest'
import { formatLimit, isWithinLimit } from './print-figures.ts'

test.each([
  [{ atLeast: 0.6 }, 0.6, 0.59],
  [{ atMost: 12 }, 12, 12.01],
  [{ from: 0.9, to: 1.1 }, 0.9, 0.89],
  [{ from: 0.9, to: 1.1 }, 1.1, 1.11],
])('a limit of %o is held by %d and missed by %d', (limit, held, missed) => {
  expect(isWithinLimit(limit, held)).toBe(true)
  expect(isWithinLimit(limit, missed)).toBe(false)
})

test('a limit is missed if nothing could be measured', () => {
  expect(isWithinLimit({ atMost: 12 }, Number.NaN)).toBe(false)
  expect(isWithinLimit({ atLeast: 12 }, Number.NaN)).toBe(false)
})

test.each([
  [null, 'no limit'],
  [{ atLeast: 0.6 }, 'limit at least 0.6 ms'],
  [{ atMost: 12 }, 'limit at most 12 ms'],
  [{ from: 0.9, to: 1.1 }, 'limit from 0.9 ms to 1.1 ms'],
])('a limit of %o is printed as "%s"', (limit, text) => {
  expect(formatLimit(limit, 'ms')).toBe(text)
})
