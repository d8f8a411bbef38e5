import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import { toLastEmergency, assessRecentEmergency } from './last-emergency.ts'

const now = Date.parse('2026-03-01T18:00:00Z')
const lately = (lastEmergencyAt: string | null) => assessRecentEmergency(toLastEmergency({ lastEmergencyAt }), now)

test('an emergency counts for 24 hours after it was last reported', () => {
  expect(lately(new Date(now - hourMs).toISOString())).toBe('emergency')
  expect(lately(new Date(now - dayMs + 1).toISOString())).toBe('emergency')
  expect(lately(new Date(now - dayMs).toISOString())).toBe('none')
})

test('without an emergency in the last 24 hours there is none', () => {
  expect(lately(null)).toBe('none')
})

test('while an ended fault may have been an emergency, the result is unknown', () => {
  expect(assessRecentEmergency({ kind: 'unknown' }, now)).toBe('unknown')
})
