import { expect, test } from 'vitest'
import {
  checkExportDraft,
  toUtcDay,
  type ExportDraft,
  computePresetPeriod,
  chartPeriodOf,
  findFirstTelemetryDay,
  readUrlDayRange,
} from './export-draft.ts'

const today = '2026-03-31'
const kept = { keptFrom: '2025-01-05', today }

function draft(changes: Partial<ExportDraft> = {}): ExportDraft {
  return { preset: 'own', from: '2026-01-01', to: '2026-01-31', sources: ['HEATLYTICS'], ...changes }
}

test("the presets 'everything', 'last 30 days', 'last 12 months' end today", () => {
  expect(computePresetPeriod('everything', kept)).toEqual({ from: '2025-01-05', to: today })
  expect(computePresetPeriod('last-30-days', kept)).toEqual({ from: '2026-03-02', to: today })
  expect(computePresetPeriod('last-12-months', kept)).toEqual({ from: '2025-03-31', to: today })
})

test('a preset begins at the first stored day at the earliest', () => {
  expect(computePresetPeriod('last-12-months', { keptFrom: '2026-03-20', today })).toEqual({
    from: '2026-03-20',
    to: today,
  })
})

test('everything starts at the first stored day, with a note that telemetry begins later', () => {
  const long = { keptFrom: '2021-07-08', today }
  expect(computePresetPeriod('everything', long)).toEqual({ from: '2021-07-08', to: today })
  expect(findFirstTelemetryDay(long)).toBe('2024-03-01')
  expect(findFirstTelemetryDay(kept)).toBeNull()
})

test('days are those of UTC', () => {
  expect(toUtcDay(Date.parse('2026-03-31T23:30:00-05:00'))).toBe('2026-04-01')
})

test('everything is requested without days, other ranges with both', () => {
  const everything = checkExportDraft(draft({ preset: 'everything' }), today)
  expect(everything).toEqual({ kind: 'valid', values: { sources: ['HEATLYTICS'] } })
  const values = { from: '2026-01-01', to: '2026-01-31', sources: ['HEATLYTICS'] }
  expect(checkExportDraft(draft(), today)).toEqual({ kind: 'valid', values })
})

test.each<[string, Partial<ExportDraft>, object]>([
  ['a date that is not complete', { from: null }, { from: 'required' }],
  ['a day that is still to come', { to: '2026-04-01' }, { to: 'future' }],
  ['from after to', { from: '2026-02-01' }, { to: 'from-after-to' }],
  ['no source', { sources: [] }, { sources: 'required' }],
  ['several at once', { from: null, to: null, sources: [] }, { from: 'required', to: 'required', sources: 'required' }],
])('%s is an error of its field', (_, changes, rules) => {
  expect(checkExportDraft(draft(changes), today)).toEqual({ kind: 'broken', rules })
})

test('the chart shows the days of the form while they are valid, regardless of the sources', () => {
  expect(chartPeriodOf(draft({ sources: [] }), today)).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  expect(chartPeriodOf(draft({ to: null }), today)).toBeNull()
  expect(chartPeriodOf(draft({ from: '2026-02-01' }), today)).toBeNull()
})

test('an address sets the days of the form, limited to stored days', () => {
  const of = (search: string) => readUrlDayRange(new URLSearchParams(search), kept)
  expect(of('from=2026-01-01&to=2026-01-31')).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  expect(of('from=2024-01-01&to=2030-01-31')).toEqual({ from: '2025-01-05', to: today })
  for (const none of [
    '',
    'from=2026-01-01',
    'from=2026-02-01&to=2026-01-01',
    'from=x&to=y',
    'from=2031-01-01&to=2031-01-02',
  ])
    expect(of(none)).toBeNull()
})
