import { once } from 'node:events'
import type { Writable } from 'node:stream'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as ws from 'ws'
import {
  encodeSockJsCloseFrame,
  encodeSockJsMessageFrame,
  parseSockJsFrame,
  encodeWebSocketFrame,
} from './frame-encoding.ts'

test('messages are sent as JSON strings in an array', () => {
  expect(encodeSockJsMessageFrame('{"a":"b"}')).toBe(String.raw`a["{\"a\":\"b\"}"]`)
  expect(encodeSockJsCloseFrame(4401, 'token_expired')).toBe('c[4401,"token_expired"]')
})

test.each([
  ['', []],
  ['[]', []],
  ['["a","b"]', ['a', 'b']],
])('the frame %j contains %j', (frame, messages) => {
  expect(parseSockJsFrame(frame)).toEqual(messages)
})

test.each(['["a', '{}', '"a"', '[1]', '[null]', '[["a"]]', 'a["a"]', '\u0000'])('%j is not a frame', (frame) => {
  expect(parseSockJsFrame(frame)).toBeNull()
})

test('every text that a page writes into a frame is read back', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (messages) => {
      expect(parseSockJsFrame(JSON.stringify(messages))).toEqual(messages)
    }),
  )
})

// The class `Receiver`, which the library ws exports but its types lack.
const { Receiver } = ws as unknown as { Receiver: new () => Writable }

test.each([
  '',
  'x',
  'é',
  '😀',
  'x'.repeat(125),
  'é'.repeat(63),
  'x'.repeat(65_535),
  'x'.repeat(65_536),
  'é'.repeat(70_000),
])('a text is a frame that ws can read: %#', async (text) => {
  const receiver = new Receiver()
  const read = once(receiver, 'message')
  receiver.write(Buffer.from(encodeWebSocketFrame(text), 'latin1'))
  const [data, isBinary] = (await read) as [Buffer, boolean]
  expect([data.toString(), isBinary]).toEqual([text, false])
})
