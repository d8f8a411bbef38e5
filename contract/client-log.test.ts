import { expect, test } from 'vitest'
import { clientLogEntry } from './client-log.ts'

const min = { level: 'error', message: '', clientTime: '' }

const passes = (more: object) => clientLogEntry.safeParse({ ...min, ...more }).success

test('an entry needs only its level, its message and its time', () => {
  expect(passes({})).toBe(true)
  expect(passes({ level: 'info' })).toBe(false)
  expect(passes({ more: 1 })).toBe(false)
})

test.each([
  ['message', 2_000],
  ['stack', 8_000],
  ['cookies', 4_000],
  ['clientTime', 1_000],
  ['userAgent', 1_000],
  ['location', 1_000],
  ['fileName', 1_000],
])('%s has at most %i characters', (field, longest) => {
  expect(passes({ [field]: 'x'.repeat(longest) })).toBe(true)
  expect(passes({ [field]: 'x'.repeat(longest + 1) })).toBe(false)
})

test.each(['viewportWidth', 'viewportHeight', 'lineNumber', 'columnNumber'])('%s is an integer', (field) => {
  expect(passes({ [field]: 12 })).toBe(true)
  expect(passes({ [field]: 1.5 })).toBe(false)
})
