import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAllowedRedirectUri } from './redirect-uri.ts'

// Specification 27.8: redirect URIs.

test.each([
  ['https://partner.example/callback', true, true],
  ['https://partner.example/', true, true],
  ['https://partner.example:8443/callback?a=b', true, true],
  ['https://xn--wrme-loa.example/callback', true, true],
  ['http://127.0.0.1/callback', true, false],
  ['http://127.0.0.1:49152/callback', true, false],
  ['http://[::1]:3000/callback', true, false],
  ['http://localhost:3000/callback', true, false],
])('%s: in the sandbox %s, for an approved program %s', (uri, inSandbox, ifApproved) => {
  expect([isAllowedRedirectUri(uri, 'sandbox'), isAllowedRedirectUri(uri, 'approved')]).toEqual([inSandbox, ifApproved])
})

test.each([
  'http://partner.example/callback',
  'http://localhost.evil.example/callback',
  'http://127.0.0.1.evil.example/callback',
  'http://localhost@evil.example/callback',
  'http://evil.example@localhost/callback',
  'http://localhost:80@evil.example/callback',
  'http://127.1/callback',
  'http://127.0.0.2/callback',
  'http://0x7f000001/callback',
  'http://2130706433/callback',
  'http://0.0.0.0/callback',
  'http://[::ffff:127.0.0.1]/callback',
  'http://[::]/callback',
  'http://LOCALHOST/callback',
  'http://localhost./callback',
  'http:localhost/callback',
  'http:\\\\localhost\\callback',
  'https://localhost/callback',
  'https://app.localhost/callback',
  'https://printer.local/callback',
  'https://intranet/callback',
  'https://app.test/callback',
  'https://10.0.0.1/callback',
  'https://[2001:db8::1]/callback',
  'https://partner.example./callback',
  'https://*.partner.example/callback',
  'https://partner.example/*',
  'https://partner.example/callback#fragment',
  'https://partner.example/callback#',
  'https://user@partner.example/callback',
  'https://user:secret@partner.example/callback',
  'https://PARTNER.example/callback',
  'https://partner.example:443/callback',
  'https://partner.example/a/../callback',
  'https://partner.example/a/%2e%2e/callback',
  'https://partner.example',
  'https://pärtner.example/callback',
  'https://partner.example\\@evil.example/callback',
  'https://partner.example/call\tback',
  'https://partner.example/callback\r\nlocation: https://evil.example',
  ' https://partner.example/callback',
  'https:/partner.example/callback',
  '//partner.example/callback',
  'com.example.app:/callback',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'urn:ietf:wg:oauth:2.0:oob',
  '',
  `https://partner.example/${'a'.repeat(500)}`,
])('%j is never a redirect URI', (uri) => {
  expect([isAllowedRedirectUri(uri, 'sandbox'), isAllowedRedirectUri(uri, 'approved')]).toEqual([false, false])
})

const anyUri = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string(),
  fc
    .tuple(
      fc.constantFrom('http:', 'https:', 'javascript:', 'ftp:'),
      fc.constantFrom('//', '/', '\\\\', ''),
      fc.constantFrom('', 'user@', 'localhost@', 'a:b@'),
      fc.constantFrom('localhost', '127.0.0.1', '[::1]', 'a.example', 'localhost.a.example', '0x7f.1', '*.a.example'),
      fc.constantFrom('', ':1', ':80', ':443', ':65535'),
      fc.constantFrom('', '/', '/a', '/a/../b', '/#', '/?a#b'),
    )
    .map((parts) => parts.join('')),
)

test('an accepted redirect URI is a URL that browsers do not change, without user and fragment', () => {
  fc.assert(
    fc.property(anyUri, (uri) => {
      if (!isAllowedRedirectUri(uri, 'sandbox')) return
      const { href, username, password, hash, protocol, hostname } = new URL(uri)
      expect([href, username, password, hash]).toEqual([uri, '', '', ''])
      expect(`${protocol}//${hostname}`).toMatch(
        /^(?:https:\/\/[^:]+\.[a-z][^.]*|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))$/u,
      )
    }),
    { numRuns: 2_000 },
  )
})

test('each redirect URI of an approved program is https and allowed in the sandbox', () => {
  fc.assert(
    fc.property(anyUri, (uri) => {
      if (!isAllowedRedirectUri(uri, 'approved')) return
      expect([isAllowedRedirectUri(uri, 'sandbox'), new URL(uri).protocol]).toEqual([true, 'https:'])
    }),
    { numRuns: 2_000 },
  )
})
