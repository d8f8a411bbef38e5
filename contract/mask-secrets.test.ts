import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskCookies, maskSecrets } from './mask-secrets.ts'

const names = [
  'accessCode',
  'access_code',
  'access',
  'userPassword',
  'userPwd',
  'password',
  'deviceKey',
  'device-key',
  'DEVICE_KEY',
  'client_secret',
  'clientSecret',
  'token',
  'accessToken',
  'access_token',
  'refresh_token',
  'id_token_hint',
  'code',
  'code_verifier',
  'state',
  'nonce',
  'SESSION_KEY',
  'REGISTRY_KEY',
  'portal_session',
  '__Host-portal_session',
  'portal_sign_in',
  'X-Amz-Signature',
]

const styles: ((name: string, secret: string) => string)[] = [
  (name, secret) => `${name}=${secret}`,
  (name, secret) => `https://portal.example/auth/callback?x=1&${name}=${secret}&y=2`,
  (name, secret) => `${name}: ${secret}`,
  (name, secret) => `{ ${name}: '${secret}' }`,
  (name, secret) => JSON.stringify({ a: 1, [name]: secret, b: 2 }),
  (name, secret) => JSON.stringify({ body: JSON.stringify({ [name]: secret }) }),
  (name, secret) => JSON.stringify({ [name]: [secret] }),
  (name, secret) => encodeURIComponent(JSON.stringify({ [name]: secret })),
  (name, secret) => `Cookie: a=1; ${name}=${secret}; b=2`,
  (name, secret) => `location: ${name}=${secret}`,
]

// Letters and digits as in keys and codes, long enough not to occur in a text by chance.
const secrets = fc.stringMatching(/^Q[a-zA-Z\d]{11,40}$/)

test('for any name and notation of a secret, the secret is not in the text', () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.constantFrom(...styles), secrets, (name, style, secret) => {
      expect(maskSecrets(style(name, secret))).not.toContain(secret)
    }),
    { numRuns: 2_000 },
  )
})

test('quoted secrets may have any characters', () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.string({ minLength: 8 }), (name, secret) => {
      expect(maskSecrets(JSON.stringify({ [name]: secret }))).toMatch(/^\{"[\w-]+":\*\*\*"?\}?$/u)
    }),
  )
})

test('the value after a scheme of HTTP authentication is masked, with or without its header', () => {
  for (const scheme of ['Basic', 'Bearer', 'bearer', 'DPoP']) {
    expect(maskSecrets(`Authorization: ${scheme} b3duZXI6cHc=`)).not.toContain('b3duZXI6cHc=')
    expect(maskSecrets(`sent with ${scheme} b3duZXI6cHc= in vain`)).toBe(`sent with ${scheme} *** in vain`)
  }
})

test('a JWT is masked anywhere', () => {
  const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  expect(maskSecrets(`no room for ${token}, sorry`)).toBe('no room for ***, sorry')
})

test.each([
  'Error getting appliances list: 503',
  'TypeError: undefined is not a function at https://portal.example/assets/index-abc.js:1:2345',
  '{"status":404,"code_":1,"errorCode":"E2","gatewayStatus":"ERROR"}',
  'https://portal.example/appliances/add?brand=cedar&tab=2',
])('text that is not a secret stays: %s', (text) => {
  expect(maskSecrets(text)).toBe(text)
})

test('no text makes it slow', () => {
  for (const piece of [
    'a',
    'token',
    'token-',
    'accessCode"',
    'token="',
    'password\\',
    'cookie:',
    '%22token%22%3A',
    ' ',
  ]) {
    const begun = performance.now()
    maskSecrets(piece.repeat(20_000 / piece.length))
    expect([piece, performance.now() - begun < 500]).toEqual([piece, true])
  }
})

test('only the names of cookies are kept', () => {
  expect(maskCookies('portal_brand=cedar; other=a=b;; last')).toBe('portal_brand=***; other=***; last=***')
})

test('of a header with cookies only its name is kept, regardless of the names of the cookies', () => {
  expect(maskSecrets('Cookie: theme=dark; visit=7\nnext')).toBe('Cookie: ***\nnext')
  expect(maskSecrets('set-cookie: theme=dark; Path=/')).toBe('set-cookie: ***')
})

test('a token in a path is masked, for any length and any surrounding text', () => {
  const token = fc.stringMatching(/^[\w-]{1,120}$/u)
  const around = fc.constantFrom(
    (path: string) => path,
    (path: string) => `https://portal.example${path}`,
    (path: string) => `at https://portal.example${path}:12:3`,
    (path: string) => `https://other.example/?from=${encodeURIComponent(path)}`,
  )
  const word = fc.constantFrom('unsubscribe', 'join', 'invitations', 'Unsubscribe')
  fc.assert(
    fc.property(token, around, word, (secret, placed, name) => {
      const hidden = `secret-${secret}`
      expect(maskSecrets(placed(`/${name}/${hidden}`))).not.toContain(hidden)
    }),
  )
})

test('a path segment as long as a token is masked; ids and file names are not', () => {
  expect(maskSecrets(`https://portal.example/anything/${'aB3_-'.repeat(9)}`)).toBe(
    'https://portal.example/anything/***',
  )
  for (const shown of [
    'https://portal.example/appliances/0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c/history',
    'https://portal.example/assets/atkinson-hyperlegible-next-latin-variable-B2bDoN3x.woff2',
  ])
    expect(maskSecrets(shown)).toBe(shown)
})
