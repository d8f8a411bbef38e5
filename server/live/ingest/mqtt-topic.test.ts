import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { units } from '#contract/event-bus.ts'
import { parseMqttTopic } from './mqtt-topic.ts'

test.each(units)('a gateway reports its unit %s under its own serial number', (unit) => {
  expect(parseMqttTopic(`gateways/123/${unit}`, '123')).toEqual({ kind: 'unit', unit })
})

test('a gateway reports a lost connection under its own serial number', () => {
  expect(parseMqttTopic('gateways/123/connection', '123')).toEqual({ kind: 'connection' })
})

test.each(['gateways/123/', 'gateways/123/hc99', 'gateways/123/status/', 'gateways/123/a/b', 'gateways/123/STATUS'])(
  'its own topic without a meaning is %s',
  (topic) => {
    expect(parseMqttTopic(topic, '123')).toEqual({ kind: 'refused', outcome: 'unknown-topic' })
  },
)

test.each(['', 'gateways/123', 'gateways/1234/status', 'gateways/12/status', 'gateways//status', 'x/123/status'])(
  'another topic is %s',
  (topic) => {
    expect(parseMqttTopic(topic, '123')).toEqual({ kind: 'answered', outcome: 'foreign-topic' })
  },
)

test('no gateway can report under the serial number of another', () => {
  const serial = fc.string({ unit: fc.constantFrom('1', '2', '/', 'status') })
  fc.assert(
    fc.property(serial, serial, fc.constantFrom(...units), (own, other, unit) => {
      fc.pre(own !== other && !own.includes('/') && !other.includes('/'))
      expect(parseMqttTopic(`gateways/${other}/${unit}`, own)).toEqual({ kind: 'answered', outcome: 'foreign-topic' })
    }),
  )
})
