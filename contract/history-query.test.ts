import { expect, test } from 'vitest'
import { dayMs } from './durations.ts'
import { historyQuery } from './history-query.ts'
import {
  defaultHistoryRangeMs,
  history,
  historyClockToleranceMs,
  historyPointLimits,
  maxHistoryFaults,
} from './history.ts'

function codesOf(query: object): string[] {
  return historyQuery.safeParse(query).error?.issues.map(({ message }) => message) ?? []
}

test('the limits of the history are those of Specification 24', () => {
  expect(historyPointLimits).toEqual({ min: 10, max: 2_000, default: 500 })
  expect([defaultHistoryRangeMs, historyClockToleranceMs, maxHistoryFaults]).toEqual([dayMs, 300_000, 500])
})

test('a query without parameters has 500 steps in UTC', () => {
  expect(historyQuery.parse({})).toEqual({ points: 500, timeZone: 'UTC' })
  expect(codesOf({ more: '1' })).toHaveLength(1)
})

test('a range has times with any offset', () => {
  expect(codesOf({ from: '2026-11-26T10:00:00Z', to: '2026-11-26T11:00:00+02:00' })).toEqual([])
  for (const from of ['2026-11-26', 'yesterday', `2026-11-26T10:00:00.${'0'.repeat(40)}Z`])
    expect(codesOf({ from })).toContain('moment')
})

test('steps are between 10 and 2,000', () => {
  expect(['10', '2000'].map((points) => historyQuery.parse({ points }).points)).toEqual([10, 2_000])
  for (const points of ['9', '2001', '10000', '1e2', '10a', 'a10', '']) expect(codesOf({ points })).not.toEqual([])
})

test('a time zone has a name of the IANA database', () => {
  for (const timeZone of ['Europe/Berlin', 'utc']) expect(codesOf({ timeZone })).toEqual([])
  for (const timeZone of ['+01:00', 'Mars/Olympus', '']) expect(codesOf({ timeZone })).toEqual(['time-zone'])
  expect(codesOf({ timeZone: 'A'.repeat(65) })).toHaveLength(2)
})

test('a point of the history has four numbers', () => {
  const answer = (point: number[]) => ({
    from: '2026-11-26T10:00:00Z',
    to: '2026-11-26T11:00:00Z',
    stepSeconds: 60,
    series: [{ datapoint: 'hc1.roomTemperature', unit: 'Cel', points: [point] }],
    worked: { seconds: 0, starts: 0 },
    statuses: [],
    faults: [],
  })
  expect(
    [
      [1, 2, 3, 4],
      [1, 2, 3],
      [1, 2, 3, 4, 5],
    ].map((one) => history.safeParse(answer(one)).success),
  ).toEqual([true, false, false])
})
