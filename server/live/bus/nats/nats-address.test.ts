import { expect, test } from 'vitest'
import { parseNatsUrl } from './nats-address.ts'

test('one URL has all servers of a NATS, and our credentials', () => {
  expect(parseNatsUrl('nats://portal:p%40ss:word@a,b:4333,[::1]:80')).toEqual({
    hosts: ['a:4222', 'b:4333', '[::1]:80'],
    mustEncrypt: false,
    sign: { kind: 'password', user: 'portal', password: 'p@ss:word' },
  })
  expect(parseNatsUrl('tls://s3cret@a')).toEqual({
    hosts: ['a:4222'],
    mustEncrypt: true,
    sign: { kind: 'token', token: 's3cret' },
  })
})
