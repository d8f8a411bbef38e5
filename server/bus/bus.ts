import type { ExportState } from '#contract/export-states.ts'
import { isUnit, type Unit } from '#contract/push.ts'
import type { Queryable } from '#server/database/sql.ts'
import { currentTrace, isTraceparent } from '#server/tracing.ts'

/** An epoch millisecond as the times of changes are written: in UTC, to the microsecond, as reports have them. */
export function changeTime(at: number): string {
  return new Date(at).toISOString().replace('Z', '000Z')
}

/**
 * The step by which a message came to be, as a `traceparent`, where that is recorded (server/tracing.ts): who hears the
 * message goes on from it.
 */
export type Traced = { trace?: string }

/**
 * One new value of a gateway. `ts` is RFC 3339 in UTC to the microsecond, `seq` grows with each change of the gateway's unit.
 * `payload` is null when it was too large to travel: who needs it reads it from the database.
 */
export type GatewayChange = {
  gatewayId: string
  unit: Unit
  seq: number
  ts: string
  payload: Readonly<Record<string, unknown>> | null
} & Traced

/**
 * A message between processes. Messages are not durable: each one refers to a row that is already committed.
 * - `access`: somebody gained or lost access to the gateway.
 * - `service`: the address or a contract of the gateway changed, or its name for the person `personId`; `requestId`
 * is the API request that caused it, if any.
 * - `subscriptions`: the person's subscriptions were replaced or removed.
 * - `session-ended`: the person has signed out. `tokenDigests` are the digests of the access tokens that ended with
 * the session (SHA-256, base64url); empty if unknown.
 * - `export`: the progress of an export request, in per cent.
 * - `notices`: the person got a notice, or has read some.
 * - `person-erased`: the person with this id was erased.
 */
export type BusMessage = Traced &
  (
    | ({ kind: 'gateway' } & GatewayChange)
    | { kind: 'access'; gatewayId: string }
    | { kind: 'service'; gatewayId: string; personId?: string; requestId?: string }
    | { kind: 'subscriptions'; personId: string }
    | { kind: 'session-ended'; personId: string; tokenDigests?: string[] }
    | { kind: 'export'; gatewayId: string; personId: string; requestId: string; state: ExportState; progress: number }
    | { kind: 'notices'; personId: string }
    | { kind: 'person-erased'; personId: string }
  )

export type GatewayMessage = Extract<BusMessage, { kind: 'gateway' }>

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
  'person-erased': { personId: isText },
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

/** Messages with the step under way, where that is recorded; those that have a trace of their own keep it. */
export function withTrace<Message extends BusMessage>(messages: readonly Message[]): readonly Message[] {
  const trace = currentTrace()
  return trace === undefined ? messages : messages.map((message) => ({ trace, ...message }))
}

export type BusListener = {
  /**
   * Messages in the order of their commits, one call for each bundle that arrived. A change that was found late comes out
   * of turn; its `seq` tells.
   */
  onMessages(messages: readonly BusMessage[]): void
  /** From now on messages are missed, until `onResync`. */
  onLost?(): void
  /** Messages may have been missed: read again what matters. */
  onResync(): void
}

export type BusSubscription = {
  /** Names gateways whose messages are wanted. A form of the bus may deliver more than that. */
  watch(gatewayIds: readonly string[]): void
  unwatch(gatewayIds: readonly string[]): void
  /** Names people whose messages are wanted. */
  watchPeople(personIds: readonly string[]): void
  unwatchPeople(personIds: readonly string[]): void
  /** Resolves once later commits will be heard of all that is named by now: name first, then read. */
  settled(): Promise<void>
  close(): void
}

/**
 * Changes of gateways that one statement tells, a transaction of its own: it hands `chunks` to `notifying` (store.ts), and
 * `onCommitted` is to be called once it has answered.
 */
export type EnclosedChanges = { chunks: readonly string[]; onCommitted: () => void }

/** Publishes changes between the processes of one portal. docs/explanation/architecture.md. */
export type Bus = {
  /** Sends when, and only when, the transaction commits. Its statement is on its way before this returns. */
  publish(transaction: Queryable, messages: readonly BusMessage[]): Promise<void>
  /** As `publish`, for who has no more than one statement. */
  enclose(changes: readonly GatewayMessage[]): EnclosedChanges
  /**
   * Resolves once every later commit will be heard of what concerns everybody: subscribe first, then read. Rejects if
   * the bus is not there.
   */
  subscribe(listener: BusListener): Promise<BusSubscription>
  close(): Promise<void>
}
