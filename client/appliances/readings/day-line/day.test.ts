import { expect, test } from 'vitest'
import fc from 'fast-check'
import { dayMs, hourMs } from '#contract/durations.ts'
import type { History } from '#contract/history.ts'
import {
  findLineStartFraction,
  type RollingDay,
  createEndDotPath,
  findTemperatureExtremes,
  createLinePath,
  computeFractionOfDay,
  findClockTicks,
  toRollingDay,
  extendByLiveValues,
} from './day.ts'

const from = new Date(2026, 2, 1, 14, 30).getTime()
const to = from + dayMs

const iso = (at: number) => new Date(at).toISOString()

function dayOf(changes: Partial<History> = {}): RollingDay {
  return toRollingDay({
    from: iso(from),
    to: iso(to),
    stepSeconds: 600,
    series: [
      { datapoint: 'hc1.roomTemperature', unit: 'Cel', points: [[from / 1000, 19.2, 21.4, 20]] },
      { datapoint: 'dhw1.temperature', unit: 'Cel', points: [[from / 1000, 40, 50, 45]] },
    ],
    worked: { seconds: 0, starts: 0 },
    statuses: [],
    faults: [],
    ...changes,
  })
}

const lane = { width: 1000, top: 0, height: 100, minSpan: 4 }

test('a day has the lines of room and outdoor temperature', () => {
  const day = dayOf()
  expect(day.room).toEqual([{ at: from, min: 19.2, max: 21.4, last: 20 }])
  expect(day.outdoor).toEqual([])
})

test('a day begins with the first of its lines, if it has one', () => {
  const day = dayOf({ series: [] })
  expect(findLineStartFraction(day)).toBeNull()
  expect(findLineStartFraction(extendByLiveValues(day, { at: to + 60_000, room: 22, outdoor: 3 }))).toBe(1)
  expect(findLineStartFraction({ ...day, outdoor: points([12, 5], [18, 5]) })).toBe(0.5)
  expect(findLineStartFraction({ ...day, room: points([6, 20]), outdoor: points([12, 5]) })).toBe(0.25)
})

test('faults are those within the day, oldest first, clipped to it', () => {
  const fault = (code: string, begin: number, end: number | null) =>
    ({ code, severity: 'ERROR', from: iso(begin), to: end === null ? null : iso(end) }) as const
  const { faults } = dayOf({
    faults: [
      fault('now', to - hourMs, null),
      fault('over', from - 2 * hourMs, from + hourMs),
      fault('before', from - 3 * hourMs, from - hourMs),
    ],
  })
  expect(faults.map(({ code, from: begin, to: end }) => [code, begin, end])).toEqual([
    ['over', from, from + hourMs],
    ['now', to - hourMs, null],
  ])
})

test('the current value is the end of the line, unless the line already has it', () => {
  const later = extendByLiveValues(dayOf(), { at: to + 60_000, room: 22, outdoor: undefined })
  expect(later.to).toBe(to + 60_000)
  expect(later.room.at(-1)).toEqual({ at: to + 60_000, min: 22, max: 22, last: 22 })
  expect(later.outdoor).toEqual([])
  const day = dayOf()
  expect(extendByLiveValues(day, { at: to, room: 22, outdoor: 3 })).toBe(day)
})

test('the limits are the minimum and maximum of all steps', () => {
  expect(findTemperatureExtremes(dayOf().room)).toEqual({ min: 19.2, max: 21.4 })
  expect(findTemperatureExtremes([])).toBeNull()
})

function points(...values: [hours: number, value: number][]) {
  return values.map(([hours, value]) => ({ at: from + hours * hourMs, min: value, max: value, last: value }))
}

test('a line is interrupted where nothing was measured', () => {
  expect(createLinePath(points([0, 20], [0.4, 20], [6, 20]), dayOf(), lane)).toBe('M0 50L16.7 50M250 50')
  expect(createLinePath([], dayOf(), lane)).toBe('')
})

test('a line has a dot at its end', () => {
  expect(createEndDotPath(points([0, 20], [6, 20]), dayOf(), lane)).toBe('M250 50h0')
  expect(createEndDotPath(points([6, 20]), dayOf(), lane)).toBe('M250 50h0')
  expect(createEndDotPath([], dayOf(), lane)).toBe('')
})

test('a line stays within its lane, and small changes look small', () => {
  expect(createLinePath(points([0, 20], [0.4, 21]), dayOf(), lane)).toBe('M0 62.5L16.7 37.5')
  const value = fc.double({ min: -40, max: 50, noNaN: true })
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 40 }), (values) => {
      const line = points(...values.map((each, index): [number, number] => [index / 2, each]))
      const ys = [...createLinePath(line, dayOf(), lane).matchAll(/[ML]\S+ (\S+?)(?=[ML]|$)/gu)].map(([, y]) =>
        Number(y),
      )
      expect(ys).toHaveLength(values.length)
      for (const y of ys) expect(y >= 0 && y <= 100).toBe(true)
    }),
  )
})

test('the ticks are the six-hour marks of the reader’s clock', () => {
  expect(findClockTicks({ from, to }).map((at) => new Date(at).getHours())).toEqual([18, 0, 6, 12])
  expect(findClockTicks({ from, to: from })).toEqual([])
  expect(computeFractionOfDay(from + 12 * hourMs, { from, to })).toBe(0.5)
})
