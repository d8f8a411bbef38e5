import { expect, test } from 'vitest'
import { type ExportState, exportProgressOf, exportStateOf } from './export-states.ts'

const file = (state: ExportState, progress = 0) => ({ state, progress })

test.each([
  [['READY', 'NOT_READY', 'ERROR'], 'NOT_READY'],
  [['READY', 'ERROR', 'EXPIRED'], 'ERROR'],
  [['READY', 'EXPIRED'], 'EXPIRED'],
  [['READY', 'READY'], 'READY'],
] as const)('a request with files in the states %s is %s', (states, state) => {
  expect(exportStateOf(states.map((one) => file(one)))).toBe(state)
})

test('the progress of a request is the average of its files, and 100 only when none is open', () => {
  expect(exportProgressOf([file('NOT_READY', 50), file('READY'), file('NOT_READY', 25)])).toBe(58)
  expect(exportProgressOf([file('NOT_READY', 100)])).toBe(99)
  expect(exportProgressOf([file('ERROR', 30), file('READY', 100)])).toBe(100)
})

test('a request without files is done, and one whose files have just begun has no progress', () => {
  expect(exportStateOf([])).toBe('READY')
  expect(exportProgressOf([])).toBe(100)
  expect(exportProgressOf([file('NOT_READY'), file('NOT_READY')])).toBe(0)
  expect(exportProgressOf([file('NOT_READY', 0), file('READY', 0)])).toBe(50)
})
