import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseProxyHeader } from './parse-proxy-header.ts'

// HAProxy, "The PROXY protocol, versions 1 and 2", section 2. Specification 14.5: a proxy may send a gateway's
// address.

const signature = '\r\n\r\n\0\r\nQUIT\n'

function binary(command: number, family: number, rest: Buffer): Buffer {
  const head = Buffer.alloc(16)
  head.write(signature, 'latin1')
  head.writeUInt8(command, 12)
  head.writeUInt8(family, 13)
  head.writeUInt16BE(rest.length, 14)
  return Buffer.concat([head, rest])
}

const tcp4 = Buffer.from([203, 0, 113, 7, 192, 0, 2, 1, 0xdb, 0xba, 0x22, 0xb3])
const tcp6 = Buffer.concat([
  Buffer.from('20010db8000000000000000000000007', 'hex'),
  Buffer.alloc(16),
  Buffer.from([0, 9, 0, 8]),
])
const byProxy = { address: '203.0.113.7', port: 56_250 }

test.each([
  ['PROXY TCP4 203.0.113.7 192.0.2.1 56250 8883\r\n', byProxy],
  ['PROXY TCP6 2001:db8::7 2001:db8::1 9 8883\r\n', { address: '2001:db8::7', port: 9 }],
  ['PROXY UNKNOWN\r\n', null],
  ['PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n', null],
])('version 1: %j', (line, source) => {
  expect(parseProxyHeader(Buffer.from(`${line}\x10MQTT`, 'latin1'))).toEqual({
    kind: 'header',
    length: line.length,
    source,
  })
})

test.each([
  ['TCP over IPv4', binary(0x21, 0x11, tcp4), byProxy],
  ['TCP over IPv6', binary(0x21, 0x21, tcp6), { address: '2001:db8::7', port: 9 }],
  ['with extensions', binary(0x21, 0x11, Buffer.concat([tcp4, Buffer.from([4, 0, 1, 0])])), byProxy],
  ['a health check of the proxy itself', binary(0x20, 0x00, Buffer.alloc(0)), null],
  ['an unspecified family', binary(0x21, 0x00, Buffer.alloc(0)), null],
])('version 2: %s', (_, header, source) => {
  const bytes = Buffer.concat([header, Buffer.from('more')])
  expect(parseProxyHeader(bytes)).toEqual({ kind: 'header', length: header.length, source })
})

test.each([
  'GET / HTTP/1.1\r\n',
  '\x10\x0c\x00\x04MQTT',
  'PROXY TCP4 203.0.113.7 192.0.2.1 56250\r\n',
  'PROXY TCP4 203.0.113.7 192.0.2.1 56250 65536\r\n',
  'PROXY TCP4 203.0.113.7 192.0.2.1 056 8883\r\n',
  'PROXY TCP4 2001:db8::7 192.0.2.1 56250 8883\r\n',
  'PROXY TCP4 203.0.113.7  192.0.2.1 56250 8883\r\n',
  'PROXY UDP4 203.0.113.7 192.0.2.1 56250 8883\r\n',
  `PROXY TCP4 ${'1'.repeat(107)}`,
])('refused: %j', (text) => expect(parseProxyHeader(Buffer.from(text, 'latin1'))).toEqual({ kind: 'invalid' }))

test.each([
  ['an unknown version', binary(0x31, 0x11, tcp4)],
  ['an unknown command', binary(0x22, 0x11, tcp4)],
  ['a datagram', binary(0x21, 0x12, tcp4)],
  ['too short an address', binary(0x21, 0x21, tcp4)],
  ['more extensions than anybody sends', binary(0x21, 0x11, Buffer.alloc(2_049))],
])('refused of version 2: %s', (_, bytes) => expect(parseProxyHeader(bytes)).toEqual({ kind: 'invalid' }))

const headers = [
  Buffer.from('PROXY TCP4 203.0.113.7 192.0.2.1 56250 8883\r\n'),
  binary(0x21, 0x11, tcp4),
  binary(0x21, 0x21, tcp6),
]

test('a header that arrives in pieces is incomplete until its last byte, with any data after it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...headers), fc.uint8Array(), (header, after) => {
      const readings = Array.from(header, (_, length) => parseProxyHeader(header.subarray(0, length)).kind)
      expect(new Set(readings)).toEqual(new Set(['incomplete']))
      expect(parseProxyHeader(Buffer.concat([header, after]))).toMatchObject({ kind: 'header', length: header.length })
    }),
  )
})

test('for any input, nothing throws, and at most the longest header is buffered', () => {
  const start = fc.constantFrom('', 'PROXY ', 'PROXY TCP4 ', signature, `${signature}\x21\x11`)
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 3_000 }), (head, tail) => {
      const bytes = Buffer.concat([Buffer.from(head, 'latin1'), tail])
      const reading = parseProxyHeader(bytes)
      expect(reading.kind === 'incomplete' && bytes.length > 2_064).toBe(false)
      expect(reading.kind !== 'header' || reading.length <= bytes.length).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
