import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from './durations.ts'
import { subtractMonths } from './subtract-months.ts'

test.each([
  ['2027-03-31T12:30:00.000Z', 1, '2027-02-28T12:30:00.000Z'],
  ['2028-03-31T12:30:00.000Z', 1, '2028-02-29T12:30:00.000Z'],
  ['2027-07-31T00:00:00.000Z', 1, '2027-06-30T00:00:00.000Z'],
  ['2028-02-29T23:59:59.999Z', 12, '2027-02-28T23:59:59.999Z'],
  ['2027-01-31T00:00:00.000Z', 2, '2026-11-30T00:00:00.000Z'],
  ['2027-03-31T00:00:00.000Z', 0, '2027-03-31T00:00:00.000Z'],
])('%s less %i months is %s', (moment, months, earlier) => {
  expect(subtractMonths(new Date(moment), months).toISOString()).toBe(earlier)
})

test('the month is always the wanted one, with the same day, or its last day', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 36 }), (moment, months) => {
      const earlier = subtractMonths(moment, months)
      const monthOf = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth()
      expect(monthOf(earlier)).toBe(monthOf(moment) - months)
      expect(moment.getTime() - earlier.getTime() === 0).toBe(months === 0)
      const isLastDay = new Date(earlier.getTime() + dayMs).getUTCDate() === 1
      expect(earlier.getUTCDate() === moment.getUTCDate() || isLastDay).toBe(true)
      expect(earlier.toISOString().slice(10)).toBe(moment.toISOString().slice(10))
    }),
  )
})
