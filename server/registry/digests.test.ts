import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeClaimDigest, computeDeviceKeyDigest } from './digests.ts'

const key = Buffer.alloc(32, 7)

test('the registry stores the device key as an HMAC-SHA-256 under the server key', () => {
  const expected = createHmac('sha256', key).update(['device-key', '100', 'secret'].join('\0')).digest()
  expect(computeDeviceKeyDigest(key, { serial: '100', deviceKey: 'secret' })).toEqual(expected)
})

test('the registry stores serial, access code and user password as one digest', () => {
  const expected = createHmac('sha256', key).update(['claim', '100', 'code', 'password'].join('\0')).digest()
  expect(computeClaimDigest(key, { serial: '100', accessCode: 'code', userPassword: 'password' })).toEqual(expected)
})

test('different secrets have different digests, also with shifted boundaries of the parts', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '\0', '') })
  const secrets = fc.record({ serial: part, accessCode: part, userPassword: part })
  fc.assert(
    fc.property(secrets, secrets, (one, other) => {
      const clean = (value: object) => JSON.stringify(value).replaceAll('\\u0000', '\uFFFD')
      fc.pre(clean(one) !== clean(other))
      expect(computeClaimDigest(key, one)).not.toEqual(computeClaimDigest(key, other))
    }),
  )
})

test('digests under another server key are different', () => {
  const secret = { serial: '100', deviceKey: 'secret' }
  expect(computeDeviceKeyDigest(Buffer.alloc(32, 8), secret)).not.toEqual(computeDeviceKeyDigest(key, secret))
})
