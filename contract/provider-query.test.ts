import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { companySearchLimits } from './company-search.ts'
import { providerQuery } from './provider-query.ts'

const parse = (query: Record<string, unknown>) => providerQuery.safeParse({ country: 'DE', ...query })

test('by default a search returns the first ten companies of all brands', () => {
  expect(parse({}).data).toEqual({ country: 'DE', limit: 10, offset: 0 })
  expect(parse({ limit: '5', offset: '10', brand: 'cedar,birch', value: ' Huber ' }).data).toEqual({
    country: 'DE',
    limit: 5,
    offset: 10,
    brand: ['cedar', 'birch'],
    value: 'Huber',
  })
})

test.each([
  { limit: '1e9' },
  { limit: '1000000000' },
  { limit: '51' },
  { limit: '0' },
  { limit: '-1' },
  { limit: '5.5' },
  { limit: '5 companies' },
  { limit: '1.0' },
  { limit: 'a1' },
  { limit: '' },
  { page: '2' },
  { limit: ['5', '6'] },
  { offset: '-1' },
  { offset: '1001' },
  { offset: 'NaN' },
  { offset: '1e1' },
  { offset: '0000000000' },
  { value: 'x'.repeat(101) },
  { value: 'a\u0000b' },
  { value: ['a', 'b'] },
  { brand: 'cedar,' },
  { brand: "cedar'--" },
  { country: 'US' },
  { country: 'de' },
  { country: undefined },
])('a search outside the limits is refused: %j', (query) => {
  expect(parse(query).success).toBe(false)
})

test('any value of up to 100 characters is accepted, and trimmed', () => {
  const values = fc.string({ unit: 'grapheme', maxLength: 100 }).filter((value) => value.length <= 100)
  fc.assert(
    fc.property(values, (value) => {
      expect(parse({ value }).data?.value).toBe(value.includes('\u0000') ? undefined : value.trim())
    }),
  )
  expect(parse({ value: ` ${'x'.repeat(companySearchLimits.value)} ` }).success).toBe(true)
})
