import { expect, test } from 'vitest'
import type { HistoryFaultPeriod } from '#contract/history.ts'
import { findFaultOccurrences } from './fault-occurrences.ts'

// Specification 22.6: when a fault began, and how often it occurred recently.

function reported(code: string | null, day: number, to: string | null = '2026-11-30T00:00:00Z'): HistoryFaultPeriod {
  return { code, severity: 'ERROR', from: `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`, to }
}

test('only periods with the same code count, newest first', () => {
  const now = reported('E104', 22, null)
  const before = reported('E104', 3)
  const faults = [now, reported('E10', 21), reported(null, 20), reported('e104', 19), before]
  expect(findFaultOccurrences(faults, 'E104')).toEqual({ count: 2, shown: [now, before] })
  expect(findFaultOccurrences(faults, 'W201')).toEqual({ count: 0, shown: [] })
})

test('all times are counted, and the newest ten shown', () => {
  const faults = Array.from({ length: 28 }, (_, index) => reported('E104', 28 - index))
  expect(findFaultOccurrences(faults, 'E104')).toEqual({ count: 28, shown: faults.slice(0, 10) })
})
