import fc from 'fast-check'
import { expect, test } from 'vitest'
import { datapoints } from './datapoints.ts'
import { chartRange, dataExport, exportFileRetentionDays, dataExportRequest, maxOpenExports } from './data-export.ts'

const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10))

function codesOf(value: unknown): string[] {
  return (
    dataExportRequest.safeParse(value).error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
  )
}

test('without days a request is for all stored data', () => {
  expect(codesOf({ sources: ['HEATLYTICS', 'RST', 'HCC'] })).toEqual([])
})

test('any existing day can be requested, as a single day or in an ordered range', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (one, other) => {
      const [from, to] = [one, other].toSorted()
      expect(codesOf({ from, to, sources: ['HCC'] })).toEqual([])
      expect(codesOf({ from: to, to: from, sources: ['HCC'] })).toEqual(from === to ? [] : ['to from-after-to'])
    }),
  )
})

test.each([
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '1/2/2026',
  '2026-1-2',
  '',
  '2026-01-01T00:00:00Z',
  'x2026-01-01',
  5,
])('%j is not a valid day', (from) => {
  expect(codesOf({ from, sources: ['HCC'] })).toEqual(['from date'])
})

test('a request has at least one source, and each only once', () => {
  expect(codesOf({ sources: [] })).toEqual(['sources required'])
  expect(codesOf({ sources: ['HCC', 'HCC'] })).toEqual(['sources repeated'])
  expect(codesOf({ sources: ['HEATLYTICS', 'OTHER'] })).toHaveLength(1)
})

test('each datapoint has a unique id from its unit and its key', () => {
  expect(new Set(datapoints.map(({ id }) => id)).size).toBe(datapoints.length)
  for (const { id, unit, key } of datapoints) expect(id).toBe(`${unit}.${key}`)
})

test('a request has only days and sources', () => {
  expect(dataExportRequest.safeParse({ sources: ['HCC'], note: '' }).success).toBe(false)
})

test('a chart has an ordered range', () => {
  expect(chartRange.safeParse({ from: '2026-01-01', to: '2026-01-01' }).success).toBe(true)
  expect(chartRange.safeParse({ from: '2026-01-02', to: '2026-01-01' }).error?.issues).toMatchObject([
    { path: ['to'], message: 'from-after-to' },
  ])
})

test('three requests may be in progress, and files are stored for 30 days', () => {
  expect([maxOpenExports, exportFileRetentionDays]).toEqual([3, 30])
})

test('progress is in per cent', () => {
  const request = {
    id: '5b0f7a5e-3f0c-4f39-9d0f-1f5d3e6a7b21',
    createdAt: '2026-01-01T00:00:00Z',
    from: '2026-01-01',
    to: '2026-01-01',
    sources: [],
    state: 'READY',
    expiresAt: null,
    files: [],
  }
  for (const progress of [0, 100]) expect(dataExport.safeParse({ ...request, progress }).success).toBe(true)
  for (const progress of [-1, 101, 0.5]) expect(dataExport.safeParse({ ...request, progress }).success).toBe(false)
})
