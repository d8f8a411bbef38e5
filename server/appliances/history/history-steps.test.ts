import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, dayS } from '#contract/durations.ts'
import { divideRangeIntoSteps } from './history-steps.ts'

test('the steps of any range are consecutive, and not more than requested', () => {
  const epoch = Date.parse('2024-01-01T00:00:00Z')
  fc.assert(
    fc.property(
      fc.record({
        after: fc.integer({ min: 0, max: 2 * 366 * dayS }),
        lasts: fc.integer({ min: 1, max: 2 * 366 * dayS }),
      }),
      fc.integer({ min: 10, max: 2_000 }),
      fc.constantFrom(
        'UTC',
        'Europe/Berlin',
        'Asia/Kathmandu',
        'Australia/Adelaide',
        'Australia/Lord_Howe',
        'America/Sao_Paulo',
      ),
      ({ after, lasts }, points, timeZone) => {
        const begin = new Date(epoch + after * 1000)
        const end = new Date(begin.getTime() + lasts * 1000)
        const { begins } = divideRangeIntoSteps({ begin, end, points, timeZone })
        expect(begins[0]).toEqual(begin)
        expect(begins.length).toBeLessThanOrEqual(points)
        expect(begins.every((each, index) => index === 0 || each > (begins[index - 1] ?? each))).toBe(true)
        expect(begins.every((each) => each < end)).toBe(true)
      },
    ),
  )
})

test('days are those of the zone, also when its clock changes', () => {
  const begin = new Date('2026-03-01T12:00:00Z')
  const end = new Date('2026-04-05T12:00:00Z')
  const { begins, seconds } = divideRangeIntoSteps({ begin, end, points: 40, timeZone: 'Europe/Berlin' })
  expect(seconds).toBe(86_400)
  const hours = begins.slice(1).map((each) => each.toISOString().slice(0, 13))
  expect(hours).toContain('2026-03-28T23')
  expect(hours).toContain('2026-03-29T22')
  expect(new Set(hours.filter((each) => each < '2026-03-29T00').map((each) => each.slice(11)))).toEqual(new Set(['23']))
  expect(new Set(hours.filter((each) => each > '2026-03-29T00').map((each) => each.slice(11)))).toEqual(new Set(['22']))
})

test.each([
  ['Asia/Kolkata', 30],
  ['Asia/Kathmandu', 15],
  ['Australia/Adelaide', 30],
])('in %s, whose days begin within an hour of UTC, no step extends over two days', (timeZone, minutes) => {
  const [begin, end] = [new Date('2026-03-20T12:00:00Z'), new Date('2026-04-05T12:00:00Z')]
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' })
  for (const points of [20, 100, 500]) {
    const { begins } = divideRangeIntoSteps({ begin, end, points, timeZone })
    const midnights = begins.filter((each) => clock.format(each) === '00:00')
    expect(midnights).toHaveLength(16)
    expect(new Set(midnights.map((each) => each.getUTCMinutes()))).toEqual(new Set([minutes]))
  }
})

test('no step of some hours extends over two days of the zone', () => {
  const [begin, end] = [new Date('2026-03-20T12:00:00Z'), new Date('2026-04-05T12:00:00Z')]
  const { begins, seconds } = divideRangeIntoSteps({ begin, end, points: 100, timeZone: 'Europe/Berlin' })
  expect(seconds).toBe(14_400)
  const berlin = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', hourCycle: 'h23' })
  const hours = begins.slice(1).map((each) => berlin.format(each))
  expect(hours.filter((hour) => hour === '00')).toHaveLength(16)
})

test('long ranges have steps of whole hours, and short ones of minutes', () => {
  const end = new Date('2026-03-15T10:00:00Z')
  const stepsOf = (days: number, points: number) =>
    divideRangeIntoSteps({ begin: new Date(end.getTime() - days * dayMs), end, points, timeZone: 'UTC' }).seconds
  expect([1, 7, 8, 9, 30, 365, 730].map((days) => stepsOf(days, 500))).toEqual([
    180, 1_800, 1_800, 3_600, 7_200, 86_400, 172_800,
  ])
  expect([1, 7, 9, 30, 365].map((days) => stepsOf(days, 2_000))).toEqual([60, 600, 3_600, 3_600, 21_600])
})
