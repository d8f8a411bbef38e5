import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createClientAddressReader } from './client-address.ts'

test.each([
  ['no proxy is trusted', [], '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ['the proxy is trusted', ['192.0.2.1'], '192.0.2.1', '198.51.100.7', '198.51.100.7'],
  ['its network is trusted', ['192.0.2.0/24'], '192.0.2.1', '198.51.100.7', '198.51.100.7'],
  ['it is named', ['loopback'], '::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
  ['it speaks IPv6', ['fd00::/8'], 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ['another is trusted', ['192.0.2.9'], '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ['a stranger wrote more into it', ['192.0.2.1'], '192.0.2.1', '203.0.113.5, 198.51.100.7', '198.51.100.7'],
  ['two proxies are trusted', ['192.0.2.0/24'], '192.0.2.1', '198.51.100.7, 192.0.2.2', '198.51.100.7'],
  ['nothing was forwarded', ['192.0.2.1'], '192.0.2.1', undefined, '192.0.2.1'],
  ['what was forwarded is no address', ['192.0.2.1'], '192.0.2.1', 'unknown', '192.0.2.1'],
])('a request has its own address if %s', (...[, trusted, remoteAddress, forwarded, expected]) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const request = { socket: { remoteAddress }, headers } as IncomingMessage
  expect(createClientAddressReader(trusted)(request)).toBe(expected)
})
