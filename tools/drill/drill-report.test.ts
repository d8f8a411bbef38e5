import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addDrillToSummary, type FaultTry, formatDrillReport } from './drill-report.ts'

const about = { load: '200 gateways', begunAt: new Date('2026-11-22T15:00Z'), now: new Date('2026-11-22T15:50Z') }

function tryOf(reports: number, found: Partial<FaultTry> = {}): FaultTry {
  const waited = { reports, pages: 0, calls: 1 }
  return { fault: 'the primary killed', lost: 0, waited, errors: {}, broken: [], counts: { kills: 2 }, ...found }
}

test('the report has the tries, losses, waits and errors of each fault, and totals', () => {
  const report = formatDrillReport(about, [
    tryOf(4, { errors: { 'call: 503': 4 } }),
    tryOf(6.25, { errors: { 'page: ECONNRESET': 9 } }),
    tryOf(5),
  ])
  expect(report).toContain(
    '| the primary killed | 3 | 0 | 5.0 s, 6.3 s | 0.0 s, 0.0 s | 1.0 s, 1.0 s | page: ECONNRESET (9), call: 503 (4) |',
  )
  expect(report).toMatch(/^2026-11-22T15:00 to 2026-11-22T15:50 UTC, .*; 200 gateways\.\n6 kills\.\n/u)
})

test('a broken invariant comes first', () => {
  const report = formatDrillReport(about, [tryOf(0, { lost: 1, broken: ['two owners'], errors: { 'call: 503': 1 } })])
  expect(report).toContain('| 1 BROKEN, call: 503 (1) |')
})

test('a drill counts as one more test, passed or failed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'summary-'))
  onTestFinished(async () => rm(folder, { recursive: true }))
  const file = join(folder, 'summary.txt')
  await writeFile(file, '2103 passed, 1 failed, 2 skipped\n')
  await addDrillToSummary(file, true)
  await addDrillToSummary(file, false)
  expect(await readFile(file, 'utf8')).toBe('2104 passed, 2 failed, 2 skipped\n')
})
