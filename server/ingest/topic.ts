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

/** Reads `gateways/{serial}/{unit|connection}`. Decisions 5. */
export function readTopic(topic: string, ownSerial: string): Topic {
  const own = `gateways/${ownSerial}/`
  if (!topic.startsWith(own)) return foreign
  const last = topic.slice(own.length)
  if (last === 'connection') return connection
  return isUnit(last) ? { kind: 'unit', unit: last } : unknown
}
