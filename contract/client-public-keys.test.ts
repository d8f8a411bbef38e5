import { expect, test } from 'vitest'
import { maxClientKeys, clientPublicKeySet } from './client-public-keys.ts'

// Tests the rules of Specification 27.8 for public keys.

const value = (length: number): string => 'A'.repeat(length)
const elliptic = { kty: 'EC', crv: 'P-256', x: value(43), y: value(43) }
const edwards = { kty: 'OKP', crv: 'Ed25519', x: value(43) }
const rsa = { kty: 'RSA', n: value(342), e: 'AQAB' }

const codesOf = (keys: unknown): string[] =>
  clientPublicKeySet.safeParse({ keys }).error?.issues.map(({ message }) => message) ?? []

test.each([
  elliptic,
  { ...elliptic, crv: 'P-384', x: value(64), y: value(64), alg: 'ES384' },
  { ...elliptic, crv: 'P-521', x: value(88), y: value(88) },
  { ...edwards, alg: 'EdDSA' },
  { ...rsa, kid: 'one', alg: 'PS256', use: 'sig' },
])('a public key is accepted: %j', (key) => {
  expect(codesOf([key])).toEqual([])
})

test.each([
  ['required', []],
  ['max-length', Array.from({ length: maxClientKeys + 1 }, () => edwards)],
  [
    'repeated',
    [
      { ...edwards, kid: 'one' },
      { ...elliptic, kid: 'one' },
    ],
  ],
  ['private-key', [{ ...elliptic, d: value(43) }]],
  ['private-key', [{ ...rsa, d: value(342), p: value(171) }]],
  ['private-key', [{ kty: 'oct', k: value(43) }]],
  ['public-key', [{ ...elliptic, crv: 'secp256k1' }]],
  ['public-key', [{ ...elliptic, y: value(44) }]],
  ['public-key', [{ ...edwards, crv: 'X25519' }]],
  ['public-key', [{ ...rsa, n: value(171) }]],
  ['public-key', [{ ...rsa, n: value(2_000) }]],
  ['public-key', [{ ...rsa, e: 'AQ' }]],
  ['public-key', [{ ...rsa, alg: 'HS256' }]],
  ['public-key', [{ ...rsa, alg: 'none' }]],
  ['public-key', [{ ...rsa, use: 'enc' }]],
  ['public-key', [{ ...rsa, kid: value(101) }]],
  ['public-key', [{ ...rsa, kid: 7 }]],
  ['public-key', [{}]],
])('%s: %j', (code, keys) => {
  expect(codesOf(keys)).toEqual([code])
})

test('only the values that a signature is checked with are read', () => {
  const { keys } = clientPublicKeySet.parse({
    keys: [{ ...edwards, kid: 'one', x5c: [value(9_000)], jku: 'https://a.example' }],
  })
  expect(keys).toEqual([{ ...edwards, kid: 'one' }])
})

test.each([[null], ['{}'], [{}], [{ keys: null }], [{ keys: [null] }], [{ keys: [], more: 1 }]])(
  'another shape is refused: %j',
  (set) => {
    expect(clientPublicKeySet.safeParse(set).success).toBe(false)
  },
)
