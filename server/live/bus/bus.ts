import type { ExportState } from '#contract/export-states.ts'
import { isUnit, type Unit } from '#contract/push.ts'
import type { Queryable } from '#server/database/sql.ts'
import { currentTrace, isTraceparent } from '#server/tracing.ts'

/** Formats an epoch millisecond like the times of changes: in UTC, to the microsecond, as in reports. */
export function changeTime(at: number): string {
  return new Date(at).toISOString().replace('Z', '000Z')
}

/**
 * The trace of the step that caused the message, as a `traceparent`, if it is recorded (server/tracing.ts). The
 * receiver continues it.
 */
export type Traced = { trace?: string }

/**
 * A new value of a gateway. `ts` is RFC 3339 in UTC to the microsecond, `seq` increases with each change of the
 * gateway's unit. `payload` is null if it was too large for the bus; the receiver then reads it from the database.
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
 * - `service`: the address or a contract of the gateway changed, or its name for the person `personId`. Messages of
 * the previous release, which increases no `seq`, have a `requestId`.
 * - `subscriptions`: the person's subscriptions were replaced or removed.
 * - `session-ended`: the person has signed out. `tokenDigests` are the digests of the access tokens that ended with
 * the session (SHA-256, base64url); empty if unknown.
 * - `export`: the progress of an export request, in per cent.
 * - `notices`: the person got a notice, or has read some.
 * - `person-erased`: the person with this id was erased.
 * - `partner-changes`: shared appliances changed, so the event log of third parties has something to take.
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
    | { kind: 'partner-changes' }
  )

export type GatewayMessage = Extract<BusMessage, { kind: 'gateway' }>

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number'
const isOptional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

/** The fields of each kind of message. */
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
  service: { gatewayId: isText, personId: isOptional(isText), requestId: isOptional(isText) },
  subscriptions: { personId: isText },
  'session-ended': {
    personId: isText,
    tokenDigests: isOptional((value) => Array.isArray(value) && value.every(isText)),
  },
  export: { gatewayId: isText, personId: isText, requestId: isText, state: isText, progress: isNumber },
  notices: { personId: isText },
  'person-erased': { personId: isText },
  'partner-changes': {},
}

const checks = new Map(Object.entries(fieldsOf).map(([kind, fields]) => [kind, Object.entries(fields)]))

/**
 * Whether a value is a message of the bus. Does not use a schema, which would double the cost of reading thousands of
 * changes.
 */
export function isMessage(value: unknown): value is BusMessage {
  if (typeof value !== 'object' || value === null) return false
  const message = value as Partial<Record<string, unknown>>
  if (!isOptional(isTraceparent)(message['trace'])) return false
  return checks.get(String(message['kind']))?.every(([name, check]) => check(message[name])) ?? false
}

/** Adds the current trace to messages, if it is recorded; messages with their own trace keep it. */
export function withTrace<Message extends BusMessage>(messages: readonly Message[]): readonly Message[] {
  const trace = currentTrace()
  return trace === undefined ? messages : messages.map((message) => ({ trace, ...message }))
}

export type BusListener = {
  /**
   * Called with messages in the order of their commits, once for each received batch. A change that was found late is
   * out of order; its `seq` shows that.
   */
  onMessages(messages: readonly BusMessage[]): void
  /** Messages are missed from now on, until `onResync`. */
  onLost?(): void
  /** Messages may have been missed, so the state must be read again. */
  onResync(): void
}

export type BusSubscription = {
  /** Subscribes to messages about gateways. An implementation may deliver more. */
  watch(gatewayIds: readonly string[]): void
  unwatch(gatewayIds: readonly string[]): void
  /** Subscribes to messages about people. */
  watchPeople(personIds: readonly string[]): void
  unwatchPeople(personIds: readonly string[]): void
  /** Resolves once later commits about everything watched so far will be received: watch first, then read. */
  settled(): Promise<void>
  close(): void
}

/**
 * Changes that a single statement, which is its own transaction, publishes: add `chunks` with `notifying` (store.ts),
 * and call `onCommitted` after it succeeded.
 */
export type PreparedNotifications = { chunks: readonly string[]; onCommitted: () => void }

/** Publishes changes between the processes of one portal. docs/explanation/architecture.md. */
export type Bus = {
  /** Sends if, and only if, the transaction commits. Its statement is sent before this returns. */
  publish(transaction: Queryable, messages: readonly BusMessage[]): Promise<void>
  /** Like `publish`, for a caller with only one statement. */
  prepareNotifications(changes: readonly GatewayMessage[]): PreparedNotifications
  /**
   * Resolves once the listener receives all later messages that are not about one gateway or person. To miss nothing,
   * subscribe before you read the database. Rejects if the bus is not available.
   */
  subscribe(listener: BusListener): Promise<BusSubscription>
  close(): Promise<void>
}
