import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { units } from '#contract/event-bus.ts'
import { EncodedNotification, encodeSockJsMessageFrame, encodeWebSocketFrame } from './frame-encoding.ts'

const change = fc.record({
  gatewayId: fc.uuid(),
  unit: fc.constantFrom(...units),
  seq: fc.nat(),
  ts: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  payload: fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }),
})

test('a notification is written in the format of the bridge and SockJS', () => {
  fc.assert(
    fc.property(change, ({ gatewayId, unit, seq, ts, payload }) => {
      const body = { resourceId: gatewayId, resourceType: 'gateway', unit, seq, timestamp: ts, payload }
      const json = JSON.stringify({ type: 'rec', address: 'subscriptions', body })
      const notification = new EncodedNotification({ gatewayId, unit, seq, ts, payload })
      expect(notification.frameFor('raw')).toBe(encodeWebSocketFrame(json))
      expect(notification.frameFor('sockjs')).toBe(encodeWebSocketFrame(encodeSockJsMessageFrame(json)))
    }),
  )
})
