import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { units } from '#contract/event-bus.ts'
import type { BusMessage } from './bus.ts'
import { unpackChunk, packChunks } from './postgres-bus.ts'

const text = fc.string({ unit: 'binary', maxLength: 3000 })

const anyMessage: fc.Arbitrary<BusMessage> = fc.oneof(
  fc.record({
    kind: fc.constant('gateway' as const),
    gatewayId: fc.uuid(),
    unit: fc.constantFrom(...units),
    seq: fc.nat(),
    ts: fc.constant('2026-01-01T00:00:00.000Z'),
    payload: fc.dictionary(fc.constantFrom('a', 'b'), text, { noNullPrototype: true }),
  }),
  fc.record({ kind: fc.constant('access' as const), gatewayId: fc.uuid() }),
  fc.record(
    { kind: fc.constant('service' as const), gatewayId: fc.uuid(), personId: fc.uuid() },
    { requiredKeys: ['kind', 'gatewayId'] },
  ),
  fc.record({ kind: fc.constant('subscriptions' as const), personId: fc.uuid() }),
  fc.record({ kind: fc.constant('notices' as const), personId: fc.uuid() }),
  fc.record({
    kind: fc.constant('session-ended' as const),
    personId: fc.uuid(),
    tokenDigests: fc.array(fc.uuid()),
  }),
)

test('every notification is below 8000 bytes, and all messages arrive in their order', () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 30 }), (messages) => {
      const chunks = packChunks(messages)
      for (const chunk of chunks) expect(Buffer.byteLength(chunk)).toBeLessThan(8000)
      const busMessages = chunks.flatMap(unpackChunk)
      expect(busMessages.map(withoutPayload)).toEqual(messages.map(withoutPayload))
    }),
  )
})

test('a commit of a thousand small changes needs few notifications', () => {
  const changes = Array.from({ length: 1000 }, (_, seq) => change({ seq, payload: { gatewayStatus: 'ONLINE' } }))
  expect(packChunks(changes).length).toBeLessThan(30)
})

test('a value that is too large is sent as only its id', () => {
  const [chunk] = packChunks([change({ seq: 1, payload: { curve: 'x'.repeat(8000) } })])
  expect(unpackChunk(chunk ?? '')).toEqual([change({ seq: 1, payload: null })])
})

test.each([
  '',
  '{}',
  '[1]',
  '[{"kind":"gateway"}]',
  '[{"kind":"other","gatewayId":"a"}]',
  '[{"kind":"service","gatewayId":"a","personId":1}]',
  '[{"kind":"session-ended","personId":"a"}]',
  '[{"kind":"session-ended","personId":"a","tokenDigests":5}]',
])('an invalid message is refused: %s', (chunk) => {
  expect(() => unpackChunk(chunk)).toThrow(/JSON|no messages/u)
})

function change({ seq, payload }: { seq: number; payload: Record<string, unknown> | null }): BusMessage {
  const gatewayId = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'
  return { kind: 'gateway', gatewayId, unit: 'status', seq, ts: '2026-01-01T00:00:00.000Z', payload }
}

function withoutPayload(message: BusMessage): unknown {
  return message.kind === 'gateway' ? { ...message, payload: undefined } : message
}
