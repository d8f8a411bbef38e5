import type { ExportState } from '#contract/export-states.ts'
import { isUnit, type Unit } from '#contract/push.ts'
import type { Queryable } from '#server/database/sql.ts'
import { currentTrace, isTraceparent } from '#server/tracing.ts'

/** Formats an epoch millisecond as RFC 3339 in UTC with six digits of the second, as change messages need it. */
export function formatChangeTime(at: number): string {
  return new Date(at).toISOString().replace('Z', '000Z')
}

/**
 * `trace`: the `traceparent` of the step that caused the message; absent if its trace is not recorded
 * (server/tracing.ts). The receiver continues the trace.
 */
export type TraceField = { trace?: string }

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
} & TraceField

/**
 * A message between processes. Messages are not durable: each one refers to a row that is already committed.
 * - `gateway`: a gateway has a new value.
 * - `access`: somebody gained or lost access to the gateway.
 * - `service`: the address or a contract of the gateway changed, or the name that the person `personId` gave it.
 * `requestId` is only in messages of the previous release, whose changes do not increase `seq`.
 * - `subscriptions`: the person's subscriptions were replaced or removed.
 * - `session-ended`: the person has signed out. `tokenDigests` are the digests of the access tokens that ended with the
 * session (SHA-256, base64url); absent if unknown.
 * - `export`: the progress of an export request, in per cent.
 * - `notices`: the person got a notice, or has read some.
 * - `person-erased`: the person with this id was erased.
 * - `partner-changes`: appliances that are shared with third parties changed, and the event log does not have the
 * changes yet.
 */
export type BusMessage = TraceField &
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

/** The checks of the fields of each kind of message. */
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
 * Returns whether a value is a message of the bus. Does not use a schema, which would double the cost of reading
 * thousands of changes.
 */
export function isBusMessage(value: unknown): value is BusMessage {
  if (typeof value !== 'object' || value === null) return false
  const message = value as Partial<Record<string, unknown>>
  if (!isOptional(isTraceparent)(message['trace'])) return false
  return checks.get(String(message['kind']))?.every(([name, check]) => check(message[name])) ?? false
}

/** Adds the current trace to messages, if it is recorded. A message that has a trace keeps it. */
export function withTrace<Message extends BusMessage>(messages: readonly Message[]): readonly Message[] {
  const trace = currentTrace()
  return trace === undefined ? messages : messages.map((message) => ({ trace, ...message }))
}

export type BusListener = {
  /**
   * Called with messages in the order of their commits, once for each received batch. A change that a poll of the
   * database found is out of order; its `seq` shows that.
   */
  onMessages(messages: readonly BusMessage[]): void
  /** Called when the connection to the bus is lost. Messages may be missed until `onResync`. */
  onLost?(): void
  /** Called when messages may have been missed. The listener must read its state again. */
  onResync(): void
}

export type BusSubscription = {
  /** Subscribes to messages about gateways. An implementation may also deliver messages about other gateways. */
  watch(gatewayIds: readonly string[]): void
  unwatch(gatewayIds: readonly string[]): void
  /** Subscribes to messages about people. An implementation may also deliver messages about other people. */
  watchPeople(personIds: readonly string[]): void
  unwatchPeople(personIds: readonly string[]): void
  /**
   * Resolves once the listener receives messages of all later commits about the watched gateways and people. To miss
   * nothing, watch first, then read the database.
   */
  settled(): Promise<void>
  close(): void
}

/**
 * Changes that one statement writes and publishes, without another transaction around it. Add `chunks` to the statement
 * with `notifying` (store.ts), and call `onCommitted` after the statement has succeeded.
 */
export type PreparedNotifications = { chunks: readonly string[]; onCommitted: () => void }

/** Publishes changes between the processes of one portal. docs/explanation/architecture.md. */
export type Bus = {
  /**
   * Publishes the messages if, and only if, the transaction commits. Outside of a transaction it publishes them at
   * once.
   */
  publish(transaction: Queryable, messages: readonly BusMessage[]): Promise<void>
  /** Like `publish`, for a caller whose only statement is its own transaction. */
  prepareNotifications(changes: readonly GatewayMessage[]): PreparedNotifications
  /**
   * Resolves once the listener receives all later messages that are not about one gateway or person. To miss nothing,
   * subscribe before you read the database. Rejects if the bus is not available.
   */
  subscribe(listener: BusListener): Promise<BusSubscription>
  close(): Promise<void>
}
