import { isUnit, type Unit } from '#contract/push.ts'

/** Where a gateway wants to publish, as seen by the listener that knows its serial number. */
export type Topic =
  | { kind: 'unit'; unit: Unit }
  | { kind: 'connection' }
  /** Its own, but nothing that has a meaning. */
  | { kind: 'unknown' }
  | { kind: 'foreign' }

const unknown: Topic = { kind: 'unknown' }
const foreign: Topic = { kind: 'foreign' }
const connection: Topic = { kind: 'connection' }

const prefix = 'gateways/'

/** Reads `gateways/{serial}/{unit|connection}`. Specification 14.5. */
export function readTopic(topic: string, ownSerial: string): Topic {
  const serialEnds = prefix.length + ownSerial.length
  const isOwn = topic.startsWith(prefix) && topic.startsWith(ownSerial, prefix.length) && topic[serialEnds] === '/'
  if (!isOwn) return foreign
  const last = topic.slice(serialEnds + 1)
  if (last === 'connection') return connection
  return isUnit(last) ? { kind: 'unit', unit: last } : unknown
}
