import { expect, test } from 'vitest'
import { barText, holdsBar } from './print.ts'

test.each([
  [{ atLeast: 0.6 }, 0.6, 0.59],
  [{ atMost: 12 }, 12, 12.01],
  [{ from: 0.9, to: 1.1 }, 0.9, 0.89],
  [{ from: 0.9, to: 1.1 }, 1.1, 1.11],
])('a bar of %o is held by %d and missed by %d', (bar, held, missed) => {
  expect(holdsBar(bar, held)).toBe(true)
  expect(holdsBar(bar, missed)).toBe(false)
})

test('a limit is missed if nothing could be measured', () => {
  expect(holdsBar({ atMost: 12 }, Number.NaN)).toBe(false)
  expect(holdsBar({ atLeast: 12 }, Number.NaN)).toBe(false)
})

test.each([
  [null, 'no bar'],
  [{ atLeast: 0.6 }, 'bar at least 0.6 ms'],
  [{ atMost: 12 }, 'bar at most 12 ms'],
  [{ from: 0.9, to: 1.1 }, 'bar from 0.9 ms to 1.1 ms'],
])('a bar of %o is printed as "%s"', (bar, text) => {
  expect(barText(bar, 'ms')).toBe(text)
})
