import { expect, test } from 'vitest'
import { hourS } from '#contract/durations.ts'
import { summarizeByDay, needsDailyBands } from './daily-bands.ts'

function hours(count: number): number[] {
  const begin = new Date(2026, 2, 1).getTime() / 1000
  return Array.from({ length: count }, (_, index) => begin + index * 6 * hourS)
}

test('a day of a long period is one band from its lowest to its highest value', () => {
  const values = [20, 22, null, 18, null, null, null, null, 21, 21, 21, 21]
  expect(summarizeByDay(hours(12), values)).toEqual({
    min: [18, 18, 18, 18, null, null, null, null, 21, 21, 21, 21],
    mean: [20, 20, 20, 20, null, null, null, null, 21, 21, 21, 21],
    max: [22, 22, 22, 22, null, null, null, null, 21, 21, 21, 21],
  })
})

test.each([
  { days: 90, width: 240, daily: true },
  { days: 90, width: 800, daily: true },
  { days: 30, width: 240, daily: true },
  { days: 30, width: 800, daily: false },
  { days: 1, width: 240, daily: false },
])('$days days on $width pixels are drawn as bands: $daily', ({ days, width, daily }) => {
  expect(needsDailyBands({ at: hours(days * 4), stepSeconds: 6 * hourS }, width)).toBe(daily)
})

test('a step of a day is not a band, because it has one value', () => {
  expect(needsDailyBands({ at: hours(500), stepSeconds: 24 * hourS }, 240)).toBe(false)
})
