import { expect, test } from 'vitest'
import { createDrillRecord, getOrAddFaultRecord } from './drill-record.ts'
import { formatRange, formatDrillTable } from './drill-table.ts'

const about = { machine: '2 cores', load: '200 gateways', now: new Date('2026-11-22T15:00:00Z') }

test('the table has the tries, the losses and the recovery times of each fault', () => {
  const record = createDrillRecord(about)
  Object.assign(getOrAddFaultRecord(record, 'the primary killed'), {
    tries: 3,
    reportsBack: [4, 6.25, 5],
    pagesBack: [0, 0, 7],
    callsBack: [1, 2, 3],
    errors: { 'call: 503': 4, 'page: ECONNRESET': 9 },
  })
  expect(formatDrillTable(record)).toContain(
    '| the primary killed | 3 | 0 | 5.0 s, 6.3 s | 0.0 s, 7.0 s | 2.0 s, 3.0 s | page: ECONNRESET (9), call: 503 (4) |',
  )
  expect(formatDrillTable(record)).toContain('2026-11-22T15:00 to 2026-11-22T15:00 UTC, 2 cores; 200 gateways.')
})

test('the table has totals of all tries, and the number of standbys that were copied again', () => {
  const record = createDrillRecord(about)
  Object.assign(record.totals, { kills: 42, reports: 900, standbysCopied: 2 })
  expect(formatDrillTable(record)).toContain(
    '42 processes killed, 900 reports acknowledged, 0 addresses saved, 0 exports taken, 0 files fetched, 0 values shown, 2 standbys copied again.',
  )
})

test('a broken invariant comes first', () => {
  const record = createDrillRecord(about)
  Object.assign(getOrAddFaultRecord(record, 'a fault'), {
    tries: 1,
    broken: ['two owners'],
    errors: { 'call: 503': 1 },
  })
  expect(formatDrillTable(record)).toContain('| 1 BROKEN, call: 503 (1) |')
})

test.each([
  [[], '0.0 s, 0.0 s'],
  [[3], '3.0 s, 3.0 s'],
  [[1, 2], '1.0 s, 2.0 s'],
])('median and worst of %s', (seconds, text) => {
  expect(formatRange(seconds)).toBe(text)
})
