import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBridgeRequest } from './bridge-request.ts'
import { encodeErrorForHandler, encodeBridgeError } from './frame-encoding.ts'

const register = { type: 'register', address: 'subscriptions' }

test.each([
  ['{"type":"ping"}', { kind: 'ping' }],
  ['{"type":"unregister","address":"subscriptions","headers":{}}', { kind: 'unregister' }],
  ['{"type":"register","address":"subscriptions"}', { kind: 'register', token: null, confirms: false }],
  ['not json', { kind: 'refused', why: 'invalid_json' }],
  ['[]', { kind: 'refused', why: 'invalid_json' }],
  ['null', { kind: 'refused', why: 'invalid_json' }],
  ['{}', { kind: 'refused', why: 'missing_type' }],
  ['{"type":1}', { kind: 'refused', why: 'missing_type' }],
  ['{"type":"register"}', { kind: 'refused', why: 'missing_address' }],
  ['{"type":"dance","address":"subscriptions"}', { kind: 'refused', why: 'invalid_type' }],
  ['{"type":"register","address":"other"}', { kind: 'refused', why: 'access_denied' }],
  ['{"type":"unregister","address":"other"}', { kind: 'refused', why: 'access_denied' }],
  ['{"type":"send","address":"subscriptions","body":1}', { kind: 'refused', why: 'access_denied' }],
  ['{"type":"publish","address":"other","body":1}', { kind: 'refused', why: 'access_denied' }],
])('the message %s is parsed as %j', (text, expected) => {
  expect(parseBridgeRequest(text)).toEqual(expected)
})

test('an address of more than 200 characters is refused', () => {
  const request = parseBridgeRequest(JSON.stringify({ type: 'register', address: 'a'.repeat(201) }))
  expect(request).toEqual({ kind: 'refused', why: 'max_address_length_reached' })
})

test.each(['Authorization', 'authorization', 'AUTHORIZATION'])('the token is found under %s', (name) => {
  const request = parseBridgeRequest(JSON.stringify({ ...register, headers: { [name]: 'Bearer a.b-c_d' } }))
  expect(request).toEqual({ kind: 'register', token: 'a.b-c_d', confirms: false })
})

test.each(['a.b.c', 'Basic a', 'Bearer', 'Bearer a b', 7, null, {}])('%j is not a bearer token', (value) => {
  const request = parseBridgeRequest(JSON.stringify({ ...register, headers: { Authorization: value } }))
  expect(request).toEqual({ kind: 'register', token: null, confirms: false })
})

test('no text makes the bridge fail', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseBridgeRequest(text)))
})

test('errors have the formats that the clients distinguish', () => {
  expect(JSON.parse(encodeBridgeError('access_denied'))).toEqual({ type: 'err', body: 'access_denied' })
  expect(JSON.parse(encodeErrorForHandler(401, 'token_expired'))).toEqual({
    type: 'err',
    address: 'subscriptions',
    failureCode: 401,
    failureType: 'RECIPIENT_FAILURE',
    message: 'token_expired',
  })
})
