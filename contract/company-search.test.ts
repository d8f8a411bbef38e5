import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { companySearchLimits, returnUriQuery } from './company-search.ts'
import { providerQuery } from './provider-query.ts'

const asks = (query: Record<string, unknown>) => providerQuery.safeParse({ country: 'DE', ...query })

test('by default a search returns the first ten companies of all brands', () => {
  expect(asks({}).data).toEqual({ country: 'DE', limit: 10, offset: 0 })
  expect(asks({ limit: '5', offset: '10', brand: 'cedar,birch', value: ' Huber ' }).data).toEqual({
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
  { limit: '' },
  { page: '2' },
  { limit: ['5', '6'] },
  { offset: '-1' },
  { offset: '1001' },
  { offset: 'NaN' },
  { value: 'x'.repeat(101) },
  { value: 'a\u0000b' },
  { value: ['a', 'b'] },
  { brand: 'cedar,' },
  { brand: "cedar'--" },
  { country: 'US' },
  { country: 'de' },
  { country: undefined },
])('a search outside the limits is refused: %j', (query) => {
  expect(asks(query).success).toBe(false)
})

test('any value of up to 100 characters is accepted, and trimmed', () => {
  const values = fc.string({ unit: 'grapheme', maxLength: 100 }).filter((value) => value.length <= 100)
  fc.assert(
    fc.property(values, (value) => {
      expect(asks({ value }).data?.value).toBe(value.includes('\u0000') ? undefined : value.trim())
    }),
  )
  expect(asks({ value: ` ${'x'.repeat(companySearchLimits.value)} ` }).success).toBe(true)
})

test.each([
  'http://a.example/',
  'xhttps://a.example/',
  'httpsx://a.example/',
  'installer',
  `https://a.example/${'x'.repeat(1983)}`,
])('%s is not a valid return address', (uri) => expect(returnUriQuery.safeParse({ uri }).success).toBe(false))

test('a return address uses https and has at most 2,000 characters', () => {
  expect(returnUriQuery.safeParse({ uri: `https://a.example/${'x'.repeat(1982)}` }).success).toBe(true)
  expect(returnUriQuery.safeParse({ uri: 'installer' }).error?.issues[0]?.message).toBe('pattern')
})
