import { expect, test } from 'vitest'
import { dayS, hourS } from '#contract/durations.ts'
import { createChartFormatters } from './chart-formatters.ts'

/** Returns the epoch seconds of a time in the reader's time zone. */
function at(...parts: [number, number, number, number]): number {
  return new Date(...parts).getTime() / 1000
}

test("labels of the time axis are in the reader's language, as short as their distance allows", () => {
  const { marks } = createChartFormatters('de', hourS)
  expect(marks([at(2026, 2, 1, 18), at(2026, 2, 2, 0)], 6 * hourS)).toEqual(['18:00', '2. März'])
  expect(marks([at(2026, 2, 1, 0)], 7 * dayS)).toEqual(['1. März'])
  expect(marks([at(2026, 2, 1, 0)], 30 * dayS)).toEqual(['März 26'])
  // Soon after the appliance was added, its history is shorter than a minute.
  const start = at(2026, 2, 1, 18)
  expect(marks([start, start + 30], 30)).toEqual(['18:00:00', '18:00:30'])
})

test('a step of a day has no time', () => {
  expect(createChartFormatters('en-GB', hourS).moment(at(2026, 2, 1, 14))).toBe('1 Mar 2026, 14:00')
  expect(createChartFormatters('en-GB', dayS).moment(at(2026, 2, 1, 14))).toBe('1 Mar 2026')
  expect(createChartFormatters('pl', dayS).moment(at(2026, 4, 1, 14))).toBe('1 maja 2026')
})

test('an hour that occurs twice says which of the two it is', () => {
  const { moment } = createChartFormatters('en-GB', hourS, 'Europe/Berlin')
  const times = [
    '2026-10-24T23:30Z',
    '2026-10-25T00:30Z',
    '2026-10-25T01:30Z',
    '2026-10-25T02:30Z',
    '2026-03-29T01:30Z',
  ]
  expect(times.map((each) => moment(Date.parse(each) / 1000))).toEqual([
    '25 Oct 2026, 01:30',
    '25 Oct 2026, 02:30 CEST',
    '25 Oct 2026, 02:30 CET',
    '25 Oct 2026, 03:30',
    '29 Mar 2026, 03:30',
  ])
})

test("temperatures have the reader's decimal sign", () => {
  expect(createChartFormatters('de', hourS).temperature(21.46)).toBe('21,5\u00A0°C')
})
