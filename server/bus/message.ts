import { isUnit } from '#contract/push.ts'
import { isTraceparent } from '#server/tracing.ts'
import type { BusMessage } from './bus.ts'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number'
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

/** What each kind of message holds. */
const fieldsOf: {
  [Kind in BusMessage['kind']]: Record<Exclude<keyof Extract<BusMessage, { kind: Kind }>, 'kind' | 'trace'>, Check>
} = {
  gateway: {
    gatewayId: isText,
    unit: (value) => typeof value === 'string' && isUnit(value),
    seq: isNumber,
    ts: isText,
    payload: (value) => typeof value === 'object',
  },
  access: { gatewayId: isText },
  service: { gatewayId: isText, personId: optional(isText), requestId: optional(isText) },
  subscriptions: { personId: isText },
  'session-ended': {
    personId: isText,
    tokenDigests: optional((value) => Array.isArray(value) && value.every(isText)),
  },
  export: { gatewayId: isText, personId: isText, requestId: isText, state: isText, progress: isNumber },
  notices: { personId: isText },
}

const checks = new Map(Object.entries(fieldsOf).map(([kind, fields]) => [kind, Object.entries(fields)]))

/**
 * Whether somebody sent a message of the bus, and not something else. Not by a schema, whose check of each of thousands of
 * changes would cost as much again as reading them.
 */
export function isMessage(value: unknown): value is BusMessage {
  if (typeof value !== 'object' || value === null) return false
  const message = value as Partial<Record<string, unknown>>
  if (!optional(isTraceparent)(message['trace'])) return false
  return checks.get(String(message['kind']))?.every(([name, check]) => check(message[name])) ?? false
}
