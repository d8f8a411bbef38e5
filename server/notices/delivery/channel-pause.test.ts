import { expect, test } from 'vitest'
import { noChannelPause, type ChannelPause, nextChannelPause } from './channel-pause.ts'

const alone = { maxConcurrent: 3, isOnlyOne: true }
const oneOfMany = { maxConcurrent: 3, isOnlyOne: false }

function restMsAfter(
  kinds: readonly Parameters<typeof nextChannelPause>[1]['kind'][],
  start: ChannelPause = noChannelPause,
): number {
  return kinds.reduce((rest, kind) => nextChannelPause(rest, { kind }, alone), start).restMs
}

test('an unreachable server pauses all deliveries for a growing time, up to two minutes', () => {
  expect(restMsAfter(['unreachable'])).toBe(2_000)
  expect(restMsAfter(['unreachable', 'unreachable'])).toBe(4_000)
  expect(restMsAfter(Array.from({ length: 20 }, () => 'unreachable' as const))).toBe(120_000)
})

test('parallel failures count as one', () => {
  const first = nextChannelPause(noChannelPause, { kind: 'unreachable' }, oneOfMany)
  expect(nextChannelPause(first, { kind: 'unreachable' }, oneOfMany)).toEqual(first)
})

test('any answer of the server ends the pause', () => {
  for (const kind of ['sent', 'gone', 'refused', 'postponed'] as const)
    expect(restMsAfter(['unreachable', kind]), kind).toBe(0)
})

test('a delivery that nobody wants any more says nothing about the server', () => {
  expect(restMsAfter(['unreachable', 'unwanted'])).toBe(2_000)
})

test('one email without an answer does not delay others; if the server answers none, sending pauses', () => {
  expect(restMsAfter(['silent', 'silent'])).toBe(0)
  expect(restMsAfter(['silent', 'sent', 'silent', 'silent'])).toBe(0)
  expect(restMsAfter(['silent', 'silent', 'silent'])).toBe(2_000)
})
