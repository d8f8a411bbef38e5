import { expect, test } from 'vitest'
import { latelyOf } from './lately.ts'

const hourMs = 60 * 60_000
const now = Date.parse('2026-03-01T18:00:00Z')
const at = (hoursAgo: number) => now - hoursAgo * hourMs

function lately(changes: Partial<Parameters<typeof latelyOf>[0]>) {
  const statusSince = new Date(at(1)).toISOString()
  return latelyOf({ statusSince, heardAt: null, day: null, emergencies: null, now, ...changes })
}

const ended = (code: string, hoursAgo: number) => ({
  faults: [{ code, severity: 'ERROR' as const, from: at(hoursAgo + 1), to: at(hoursAgo) }],
})

test('an emergency counts for 24 hours after it was reported', () => {
  const emergencies = new Set(['G901'])
  expect(lately({ day: ended('G901', 1), emergencies })).toBe('emergency')
  expect(lately({ day: ended('G901', 25), emergencies })).toBe('none')
  expect(lately({ day: ended('E104', 1), emergencies })).toBe('none')
})

test('an emergency that was received after the day was read also counts', () => {
  expect(lately({ heardAt: at(1), day: { faults: [] } })).toBe('emergency')
  expect(lately({ heardAt: at(25), day: { faults: [] } })).toBe('none')
})

test('until the day and its faults are loaded, only a status older than 24 hours rules out an emergency', () => {
  expect(lately({})).toBe('unknown')
  expect(lately({ statusSince: null })).toBe('unknown')
  expect(lately({ day: ended('G901', 1) })).toBe('unknown')
  expect(lately({ statusSince: new Date(at(25)).toISOString() })).toBe('none')
  expect(lately({ day: { faults: [] } })).toBe('none')
})
