import { expect, test } from 'vitest'
import { returnUriQuery } from './company-search.ts'

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
