import type { ExportState } from '#contract/export-states.ts'
import { isUnit, type Unit } from '#contract/event-bus.ts'
import type { Queryable } from '#server/database/sql.ts'
import { currentTraceparent, isTraceparent } from '#server/tracing.ts'

/** Formats a time in epoch milliseconds as RFC 3339 in UTC with microseconds, the format of change messages. */
export function formatChangeTime(at: number): string {
  return new Date(at).toISOString().replace('Z', '000Z')
}

/**
 * The trace of a message. `trace`: the `traceparent` of the step that caused the message; absent if the step is not
 * recorded (server/tracing.ts). The receiver continues this trace.
 */
export type TraceField = { trace?: string }

/**
 * A new value of one unit of a gateway. `ts`: RFC 3339 in UTC with microseconds. `seq`: increases with each change of
 * the unit. `payload`: null if it was too large for the bus; the receiver then reads it from the database.
 */
export type GatewayChange = {
  gatewayId: string
  unit: Unit
  seq: number
  ts: string
  payload: Readonly<Record<string, unknown>> | null
} & TraceField

/**
 * A message between processes about a change that is already committed.
 * - `gateway`: a gateway has a new value.
 * - `access`: a person gained or lost access to the gateway.
 * - `service`: the address or a contract of the gateway changed, or the name that the person `personId` gave it.
 * - `subscriptions`: the person's subscriptions were replaced or removed.
 * - `session-ended`: a session of the person has ended. `tokenDigests`: the digests (SHA-256, base64url) of its access
 *   tokens.
 * - `export`: the progress of an export request, in per cent.
 * - `notices`: the person got a notice, or has read some.
 * - `person-erased`: the person with this id was erased.
 * - `partner-changes`: appliances that are shared with third parties changed, or grants began or ended, and the event
 *   log has no entry about this change yet.
 */
export type BusMessage = TraceField &
  (
    | ({ kind: 'gateway' } & GatewayChange)
    | { kind: 'access'; gatewayId: string }
    | { kind: 'service'; gatewayId: string; personId?: string }
    | { kind: 'subscriptions'; personId: string }
    | { kind: 'session-ended'; personId: string; tokenDigests: string[] }
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

/** For each kind of message, the checks of its fields. */
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
  service: { gatewayId: isText, personId: isOptional(isText) },
  subscriptions: { personId: isText },
  'session-ended': {
    personId: isText,
    tokenDigests: (value) => Array.isArray(value) && value.every(isText),
  },
  export: { gatewayId: isText, personId: isText, requestId: isText, state: isText, progress: isNumber },
  notices: { personId: isText },
  'person-erased': { personId: isText },
  'partner-changes': {},
}

const checks = new Map(Object.entries(fieldsOf).map(([kind, fields]) => [kind, Object.entries(fields)]))

/**
 * Whether a value is a message of the bus. The function checks the fields itself, because a schema would double the
 * time for reading thousands of changes.
 */
export function isBusMessage(value: unknown): value is BusMessage {
  if (typeof value !== 'object' || value === null) return false
  const message = value as Partial<Record<string, unknown>>
  if (!isOptional(isTraceparent)(message['trace'])) return false
  return checks.get(String(message['kind']))?.every(([name, check]) => check(message[name])) ?? false
}

/**
 * Adds the current trace to the messages, if a trace is recorded. A message that already has a trace stays unchanged.
 */
export function addCurrentTrace<Message extends BusMessage>(messages: readonly Message[]): readonly Message[] {
  const trace = currentTraceparent()
  return trace === undefined ? messages : messages.map((message) => ({ trace, ...message }))
}

export type BusListener = {
  /**
   * Called with each received batch. Messages are in the order of their commits, with one exception: a change that a
   * poll of the database found may come late. Its `seq` shows the right order.
   */
  onMessages(messages: readonly BusMessage[]): void
  /** Called when the connection to the bus is lost. Until `onResync` is called, messages may be missing. */
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
   * Resolves once the listener receives the messages of all later commits about the watched gateways and people. To
   * miss no change, watch first and then read the database.
   */
  settled(): Promise<void>
  close(): void
}

/**
 * Notifications for a statement that writes changes and is not part of a larger transaction. Add `chunks` to the
 * statement with `notifyExpression` (store.ts), and call `onCommitted` after the statement has succeeded.
 */
export type PreparedNotifications = { chunks: readonly string[]; onCommitted: () => void }

/** Publishes changes between the processes of one portal. docs/explanation/architecture.md. */
export type Bus = {
  /**
   * Publishes the messages if, and only if, the transaction commits. Outside of a transaction it publishes them
   * immediately.
   */
  publish(transaction: Queryable, messages: readonly BusMessage[]): Promise<void>
  /**
   * Prepares the same publication as `publish`, for a caller that writes everything in one statement without another
   * transaction.
   */
  prepareNotifications(changes: readonly GatewayMessage[]): PreparedNotifications
  /**
   * Subscribes the listener to the bus. Resolves when the listener receives all later messages; for messages about a
   * gateway or a person, it must also call `watch` or `watchPeople`. To miss no message, subscribe first and then read
   * the database. Rejects if the bus is not available.
   */
  subscribe(listener: BusListener): Promise<BusSubscription>
  close(): Promise<void>
}
