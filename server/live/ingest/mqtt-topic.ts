import { isUnit, type Unit } from '#contract/event-bus.ts'

/** The meaning of a topic for the gateway that publishes on it, or the outcome of a publication on any other topic. */
type MqttTopic =
  | { kind: 'unit'; unit: Unit }
  | { kind: 'connection' }
  /** A topic below the gateway's own serial number that the listener does not use. */
  | { kind: 'refused'; outcome: 'unknown-topic' }
  | { kind: 'answered'; outcome: 'foreign-topic' }

const unknown: MqttTopic = { kind: 'refused', outcome: 'unknown-topic' }
const foreign: MqttTopic = { kind: 'answered', outcome: 'foreign-topic' }
const connection: MqttTopic = { kind: 'connection' }

const prefix = 'gateways/'

/** Parses a topic of the form `gateways/{serial}/{unit|connection}`. Specification 14.5. */
export function parseMqttTopic(topic: string, ownSerial: string): MqttTopic {
  const serialEnds = prefix.length + ownSerial.length
  const isOwn = topic.startsWith(prefix) && topic.startsWith(ownSerial, prefix.length) && topic[serialEnds] === '/'
  if (!isOwn) return foreign
  const last = topic.slice(serialEnds + 1)
  if (last === 'connection') return connection
  return isUnit(last) ? { kind: 'unit', unit: last } : unknown
}
