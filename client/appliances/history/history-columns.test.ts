import { expect, test } from 'vitest'
import { datapoints } from '#contract/datapoints.ts'
import { dayS, hourS } from '#contract/durations.ts'
import type { HistoryPoint } from '#contract/history.ts'
import { needsDailyColumns, findNearestIndex, toHistoryColumns, toDailyHistoryColumns } from './history-columns.ts'
import { historyLines } from './history-lines.ts'

/** Returns the epoch seconds of a time in the reader's time zone. */
function at(...parts: [number, number, number, number]): number {
  return new Date(...parts).getTime() / 1000
}

function historyOf(series: Record<string, HistoryPoint[]>, stepSeconds = hourS) {
  const allSeries = Object.entries(series).map(([datapoint, points]) => ({ datapoint, unit: 'Cel' as const, points }))
  return { series: allSeries, stepSeconds }
}

test('every charted datapoint has a line in a history', () => {
  const drawn = new Set(historyLines.flatMap((line) => line.datapoints))
  const charted = datapoints.flatMap(({ id, isCharted }) => (isCharted ? [id] : []))
  expect(charted.filter((id) => !drawn.has(id))).toEqual([])
})

test('all lines of a history share their times, each value in the middle of its step', () => {
  const begin = at(2026, 2, 1, 10)
  const { at: moments, of } = toHistoryColumns(
    historyOf({
      'hc1.roomTemperature': [[begin, 19, 21, 20.5]],
      'heatCurve.outdoorTemperature': [
        [begin, -2, 0, 0],
        [begin + hourS, 0, 1, 1],
      ],
    }),
  )
  expect(moments).toEqual([begin + hourS / 2, begin + 1.5 * hourS])
  expect(of.outdoor).toEqual({ min: [-2, 0], max: [0, 1], middle: [-1, 0.5] })
  expect(of.room).toEqual({ min: [19, undefined], max: [21, undefined], middle: [20, undefined] })
})

test('no line connects across a time in which the gateway was silent', () => {
  const begin = at(2026, 2, 1, 10)
  const room: HistoryPoint[] = [0, 300, 600, 4_000].map((after) => [begin + after, 20, 20, 20])
  const { at: moments, of } = toHistoryColumns(historyOf({ 'hc1.roomTemperature': room }, 60))
  expect(moments.map((each) => each - begin)).toEqual([0, 300, 600, 660, 4_000])
  expect(of.room.middle).toEqual([20, 20, 20, null, 20])
})

test.each([
  { moment: 0, nearest: 0 },
  { moment: 14, nearest: 0 },
  { moment: 16, nearest: 1 },
  { moment: 40, nearest: 2 },
  { moment: 99, nearest: 2 },
])('the value at $moment stays the nearest when other steps are drawn', ({ moment, nearest }) => {
  expect(findNearestIndex(moment, { at: [10, 20, 40] })).toBe(nearest)
  expect(findNearestIndex(moment, { at: [] })).toBeNull()
})

test('burner and compressor share one line of power', () => {
  const begin = at(2026, 2, 1, 10)
  const { of } = toHistoryColumns(
    historyOf({
      'heatCurve.burnerModulation': [[begin, 0, 40, 40]],
      'heatCurve.compressorModulation': [[begin, 0, 70, 0]],
    }),
  )
  expect([of.power.min, of.power.max]).toEqual([[0], [70]])
})

test('a day in the reader’s time zone has its minimum and maximum, also with 23 and 25 hours', () => {
  for (const [month, day] of [
    [2, 28],
    [9, 24],
  ] as const) {
    const days = [day, day + 1, day + 2]
    const points = Array.from({ length: 75 }, (_, hour): HistoryPoint | [] => {
      const begin = new Date(2026, month, day).getTime() / 1000 + hour * hourS
      const date = new Date(begin * 1000).getDate()
      return days.includes(date) ? [begin, date, date + 0.5, date] : []
    }).filter((point) => point.length > 0) as HistoryPoint[]
    const { at: moments, of, stepSeconds } = toDailyHistoryColumns(historyOf({ 'hc1.roomTemperature': points }))
    expect(stepSeconds).toBe(dayS)
    expect(of.room.min).toEqual(days)
    expect(of.room.max).toEqual(days.map((each) => each + 0.5))
    expect(moments).toEqual(days.map((each) => at(2026, month, each, 0) + dayS / 2))
  }
})

test.each([
  [90, hourS, 360, true],
  [30, hourS, 360, true],
  [30, hourS, 1000, false],
  [1, 60, 10, false],
  [365, dayS, 360, false],
])('%i days in steps of %i seconds on %i pixels are drawn by the day: %s', (days, ...[stepSeconds, width, isByDay]) => {
  expect(needsDailyColumns(days * dayS, stepSeconds, width)).toBe(isByDay)
})
