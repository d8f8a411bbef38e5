import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { closeFrame, messageFrame, readFrame } from './frames.ts'

test('messages travel as JSON strings in an array', () => {
  expect(messageFrame('{"a":"b"}')).toBe(String.raw`a["{\"a\":\"b\"}"]`)
  expect(closeFrame(4401, 'token_expired')).toBe('c[4401,"token_expired"]')
})

test.each([
  ['', []],
  ['[]', []],
  ['["a","b"]', ['a', 'b']],
])('the frame %j holds %j', (frame, messages) => {
  expect(readFrame(frame)).toEqual(messages)
})

test.each(['["a', '{}', '"a"', '[1]', '[null]', '[["a"]]', 'a["a"]', '\u0000'])('%j is no frame', (frame) => {
  expect(readFrame(frame)).toBeNull()
})

test('whatever a page writes into a frame comes out again', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (messages) => {
      expect(readFrame(JSON.stringify(messages))).toEqual(messages)
    }),
  )
})
