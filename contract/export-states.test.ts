import { expect, test } from 'vitest'
import { type ExportState, exportProgressOf, exportStateOf } from './export-states.ts'

const file = (state: ExportState, progress = 0) => ({ state, progress })

test.each([
  [['READY', 'NOT_READY', 'ERROR'], 'NOT_READY'],
  [['READY', 'ERROR', 'EXPIRED'], 'ERROR'],
  [['READY', 'EXPIRED'], 'EXPIRED'],
  [['READY', 'READY'], 'READY'],
] as const)('files that are %s make a request %s', (states, state) => {
  expect(exportStateOf(states.map((one) => file(one)))).toBe(state)
})

test('a request is as far as its files are on average, and done only when nothing is open', () => {
  expect(exportProgressOf([file('NOT_READY', 50), file('READY'), file('NOT_READY', 25)])).toBe(58)
  expect(exportProgressOf([file('NOT_READY', 100)])).toBe(99)
  expect(exportProgressOf([file('ERROR', 30), file('READY', 100)])).toBe(100)
})

test('a request without files is done, and one whose files have just begun is at nothing', () => {
  expect(exportStateOf([])).toBe('READY')
  expect(exportProgressOf([])).toBe(100)
  expect(exportProgressOf([file('NOT_READY'), file('NOT_READY')])).toBe(0)
  expect(exportProgressOf([file('NOT_READY', 0), file('READY', 0)])).toBe(50)
})
