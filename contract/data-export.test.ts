import fc from 'fast-check'
import { expect, test } from 'vitest'
import { datapoints } from './datapoints.ts'
import { exportRequest } from './data-export.ts'

const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10))

function codesOf(value: unknown): string[] {
  return exportRequest.safeParse(value).error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
}

test('without days a request asks for everything kept', () => {
  expect(codesOf({ sources: ['HEATLYTICS', 'RST', 'HCC'] })).toEqual([])
})

test('every day that exists can be asked for, alone or as a range in order', () => {
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
  5,
])('there is no day %j', (from) => {
  expect(codesOf({ from, sources: ['HCC'] })).toEqual(['from date'])
})

test('a request names at least one source, known, and each once', () => {
  expect(codesOf({ sources: [] })).toEqual(['sources required'])
  expect(codesOf({ sources: ['HCC', 'HCC'] })).toEqual(['sources repeated'])
  expect(codesOf({ sources: ['HEATLYTICS', 'OTHER'] })).toHaveLength(1)
})

test('each datapoint has an id of its own, made of its unit and its key', () => {
  expect(new Set(datapoints.map(({ id }) => id)).size).toBe(datapoints.length)
  for (const { id, unit, key } of datapoints) expect(id).toBe(`${unit}.${key}`)
})
