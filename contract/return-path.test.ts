import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toSafeReturnPath } from './return-path.ts'

const origin = 'https://portal.example'

const hostile = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /appliances',
  '@evil.example',
  '.evil.example',
  '',
  '/' + 'a'.repeat(2048),
]

test.each(hostile)('a return address that is not a plain path of the portal becomes / (%j)', (value) => {
  expect(toSafeReturnPath(value)).toBe('/')
})

test.each([undefined, null, 7, ['/appliances', '/account'], { toString: () => '/account' }])(
  'a return address that is not a string becomes / (%j)',
  (value) => expect(toSafeReturnPath(value)).toBe('/'),
)

test.each([
  '/auth/login',
  '/auth/callback?code=x',
  '/auth-complete',
  '/auth-expired',
  '/AUTH-FAILED?x',
  '/a/%2E./auth/login',
  '/unauthorized',
])('sign-in never returns to itself (%s)', (value) => expect(toSafeReturnPath(value)).toBe('/'))

test.each([
  '/',
  '/' + 'a'.repeat(2047),
  '/appliances/auth',
  '/appliances',
  '/appliances/add',
  '/invite?companyId=5c0e#top',
  '/authors',
  '/policies/de/AT/tos',
])('a path of the portal is kept (%s)', (value) => expect(toSafeReturnPath(value)).toBe(value))

const awkward = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('/', '\\', '.', '..', '%2e', '%2f', '@', ':', '?', '#', 'evil.example', '\t', ' '))
    .map(join),
)

function join(parts: string[]): string {
  return `/${parts.join('')}`
}

test('for any input, a browser stays on the portal’s origin, also when the result is resolved twice', () => {
  fc.assert(
    fc.property(awkward, (value) => {
      const once = new URL(toSafeReturnPath(value), origin)
      const twice = new URL(once.pathname + once.search + once.hash, origin)
      expect([once.origin, twice.origin]).toEqual([origin, origin])
      expect(toSafeReturnPath(toSafeReturnPath(value))).toBe(toSafeReturnPath(value))
    }),
    { numRuns: 2000 },
  )
})
