import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { findQuietHoursEnd } from './quiet-hours.ts'

const night = { from: '22:00', to: '07:00', zone: 'Europe/Berlin', errorsBreakThrough: true }
const moment = (text: string): number => Date.parse(text)

test.each([
  ['2026-01-10T20:59:59Z', null],
  ['2026-01-10T21:00:00Z', '2026-01-11T06:00:00Z'],
  ['2026-01-11T05:59:59Z', '2026-01-11T06:00:00Z'],
  ['2026-01-11T06:00:00Z', null],
  ['2026-07-10T20:30:00Z', '2026-07-11T05:00:00Z'],
  // The night in which summer time begins is an hour shorter.
  ['2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z'],
  ['2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z'],
])('in Berlin quiet hours from 22:00 to 07:00, at %s, last until %s', (now, until) => {
  expect(findQuietHoursEnd(night, moment(now))).toBe(until === null ? null : moment(until))
})

test('hours within a day are quiet on that day', () => {
  const noon = { ...night, from: '12:00', to: '14:00', zone: 'UTC' }
  expect(findQuietHoursEnd(noon, moment('2026-01-10T13:00:00Z'))).toBe(moment('2026-01-10T14:00:00Z'))
  expect(findQuietHoursEnd(noon, moment('2026-01-10T14:00:00Z'))).toBeNull()
})

test('quiet hours end within a day, and are over afterwards', () => {
  const time = fc
    .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
    .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
  const zones = fc.constantFrom('Europe/Berlin', 'Atlantic/Faroe', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC')
  const hours = fc.record({ from: time, to: time, zone: zones, errorsBreakThrough: fc.boolean() })
  const now = fc.integer({ min: moment('2025-01-01T00:00:00Z'), max: moment('2027-01-01T00:00:00Z') })
  fc.assert(
    fc.property(hours, now, (quiet, at) => {
      fc.pre(quiet.from !== quiet.to)
      const until = findQuietHoursEnd(quiet, at)
      if (until === null) return
      // A day on which the clocks are put back has 25 hours.
      expect(until - at).toBeGreaterThan(0)
      expect(until - at).toBeLessThanOrEqual(25 * hourMs)
    }),
    { numRuns: 500 },
  )
})
