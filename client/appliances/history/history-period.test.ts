import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import {
  toDayInZone,
  toUtcDays,
  type HistoryPeriod,
  isCalendarDay,
  choosePointCount,
  parsePeriodQuery,
  computePeriodSpan,
  formatPeriodQuery,
} from './history-period.ts'

const berlin = 'Europe/Berlin'

function minutes({ from, to }: { from: number; to: number }): string[] {
  return [new Date(from).toISOString().slice(0, 16), new Date(to).toISOString().slice(0, 16)]
}

test.each<[string, HistoryPeriod]>([
  ['', { kind: '24h' }],
  ['period=7d', { kind: '7d' }],
  ['period=year', { kind: 'year' }],
  ['period=own', { kind: '24h' }],
  ['period=century', { kind: '24h' }],
  ['from=2026-03-01&to=2026-03-10', { kind: 'own', from: '2026-03-01', to: '2026-03-10' }],
  ['from=2026-03-10&to=2026-03-01', { kind: '24h' }],
  ['from=2026-02-30&to=2026-03-01', { kind: '24h' }],
  ['from=yesterday&to=2026-03-01&period=30d', { kind: '30d' }],
])('the address ?%s is read as its period', (search, period) => {
  expect(parsePeriodQuery(new URLSearchParams(search))).toEqual(period)
})

test('the address of a period is read as that period', () => {
  const periods: HistoryPeriod[] = [{ kind: '30d' }, { kind: 'own', from: '2026-01-01', to: '2026-01-01' }]
  for (const period of periods) expect(parsePeriodQuery(new URLSearchParams(formatPeriodQuery(period)))).toEqual(period)
})

test('only calendar days are valid days', () => {
  expect(['2026-02-28', '2026-02-29', '0026-01-01', '2026-1-1', null].map(isCalendarDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

test('24 hours are hours; other periods begin at a midnight of the reader and end now', () => {
  const now = Date.parse('2026-03-15T10:00:00Z')
  expect(minutes(computePeriodSpan({ kind: '24h' }, now, berlin))).toEqual(['2026-03-14T10:00', '2026-03-15T10:00'])
  expect(minutes(computePeriodSpan({ kind: '7d' }, now, berlin))).toEqual(['2026-03-08T23:00', '2026-03-15T10:00'])
  expect(minutes(computePeriodSpan({ kind: '30d' }, now, berlin))).toEqual(['2026-02-13T23:00', '2026-03-15T10:00'])
  expect(minutes(computePeriodSpan({ kind: 'year' }, now, berlin))).toEqual(['2025-03-14T23:00', '2026-03-15T10:00'])
})

test('days are whole days of the reader, also when the clock changes', () => {
  const now = Date.parse('2026-12-01T00:00:00Z')
  const spring = computePeriodSpan({ kind: 'own', from: '2026-03-29', to: '2026-03-29' }, now, berlin)
  expect(minutes(spring)).toEqual(['2026-03-28T23:00', '2026-03-29T22:00'])
  const autumn = computePeriodSpan({ kind: 'own', from: '2026-10-25', to: '2026-10-25' }, now, berlin)
  expect((autumn.to - autumn.from) / hourMs).toBe(25)
  const around = computePeriodSpan({ kind: '7d' }, Date.parse('2026-03-31T10:00:00Z'), berlin)
  expect(minutes(around)).toEqual(['2026-03-24T23:00', '2026-03-31T10:00'])
})

test('typed dates that include today end now', () => {
  const now = Date.parse('2026-03-15T10:00:00Z')
  expect(computePeriodSpan({ kind: 'own', from: '2026-03-15', to: '2026-03-15' }, now, berlin).to).toBe(now)
})

test('longer periods have longer steps: a year has one a day', () => {
  const points = [1, 7, 30, 79, 366].map((days) => choosePointCount({ from: 0, to: days * dayMs }))
  expect(points).toEqual([500, 800, 2_000, 2_000, 368])
})

test('the exported days in UTC contain the whole period', () => {
  const now = Date.parse('2026-12-01T00:00:00Z')
  const span = computePeriodSpan({ kind: 'own', from: '2026-03-02', to: '2026-03-03' }, now, berlin)
  expect(toUtcDays(span)).toEqual({ from: '2026-03-01', to: '2026-03-03' })
  expect(toDayInZone(Date.parse('2026-03-01T23:30:00Z'), berlin)).toBe('2026-03-02')
})
