import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from './durations.ts'
import { offlineAfterSilenceMs, telemetryRetentionMonths, telemetryStoredSince } from './telemetry.ts'

const moment = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
})

/** The number of months since the year 0, in UTC. */
function monthOf(at: Date): number {
  return at.getUTCFullYear() * 12 + at.getUTCMonth()
}

test('telemetry is kept from the beginning of the month 24 months ago', () => {
  fc.assert(
    fc.property(moment, (now) => {
      const since = new Date(telemetryStoredSince(now.getTime()))
      expect(since.toISOString()).toMatch(/-01T00:00:00\.000Z$/)
      expect(monthOf(now) - monthOf(since)).toBe(telemetryRetentionMonths)
    }),
  )
})

test('nothing is deleted before it is 730 days old', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 730 * dayMs }), (at, ageMs) => {
      expect(telemetryStoredSince(at.getTime() + ageMs)).toBeLessThanOrEqual(at.getTime())
    }),
  )
})

test('an expired time never becomes valid again', () => {
  fc.assert(
    fc.property(moment, fc.nat({ max: 4000 * dayMs }), (now, laterMs) => {
      expect(telemetryStoredSince(now.getTime() + laterMs)).toBeGreaterThanOrEqual(telemetryStoredSince(now.getTime()))
    }),
  )
})

test('telemetry is kept for 24 months, and a gateway is silent after a quarter of an hour', () => {
  expect([telemetryRetentionMonths, offlineAfterSilenceMs]).toEqual([24, 900_000])
})
