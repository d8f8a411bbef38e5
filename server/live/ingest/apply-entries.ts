import { type GatewayStatus, toGatewayStatus } from '#contract/appliance.ts'
import { faultSeverityOf, toFaultCode } from '#contract/faults.ts'
import type { Unit } from '#contract/event-bus.ts'
import { formatChangeTime, type GatewayMessage, type TraceField } from '#server/live/bus/bus.ts'
import type { GatewayReport } from './parse-report.ts'
import type { GatewayStateRow, GatewayStateUpdate } from './store.ts'

/** A report to store. Its times are in epoch milliseconds. */
export type ReportEntry = TraceField & {
  kind: 'report'
  gatewayId: string
  clientId: string
  unit: Unit
  report: GatewayReport
  receivedAt: number
}

/** A last will to store. `lastSeenAt`: when the lost connection last sent anything, in epoch milliseconds. */
export type LastWillEntry = TraceField & {
  kind: 'offline'
  gatewayId: string
  clientId: string
  lastSeenAt: number
  receivedAt: number
}

export type IngestEntry = ReportEntry | LastWillEntry

/** A batch of entries, and the data needed to apply them. */
export type EntryBatch = {
  entries: readonly IngestEntry[]
  /** The first sequence number; the entry at index i gets `base` + i. */
  base: number
  rowOf: (gatewayId: string) => GatewayStateRow | undefined
  /** Whether the entry at this index is a report that is already stored. */
  isRepeated: (index: number) => boolean
}

export type BatchEffects = { updates: GatewayStateUpdate[]; messages: GatewayMessage[] }

/**
 * Applies all entries in order to the states of their gateways. Returns the new states and the changes to publish. If
 * a unit changes several times, only its last change is published.
 */
export function applyEntries({ entries, base, rowOf, isRepeated }: EntryBatch): BatchEffects {
  const updates = new Map<string, GatewayStateUpdate>()
  const messages = new Map<string, GatewayMessage>()
  entries.forEach((entry, index) => {
    const { gatewayId } = entry
    const seq = base + index
    const before = updates.get(gatewayId) ?? unchangedUpdate(gatewayId, rowOf(gatewayId))
    const step = applyGatewayEvent(before.state, entry, isRepeated(index))
    for (const change of step.changes) replaceLast(messages, toMessage({ gatewayId, seq, change }, entry))
    updates.set(gatewayId, addTransition(before, step, seq))
  })
  return { updates: [...updates.values()], messages: [...messages.values()] }
}

function unchangedUpdate(gatewayId: string, row: GatewayStateRow | undefined): GatewayStateUpdate {
  if (!row) throw new Error('The status row of a gateway was not read')
  return { gatewayId, before: row.state, state: row.state, version: row.version, isChanged: false, published: null }
}

function addTransition(
  update: GatewayStateUpdate,
  { state, changes }: StateTransition,
  seq: number,
): GatewayStateUpdate {
  const unitChange = changes.find(({ unit }) => unit === 'status')
  return {
    ...update,
    state,
    isChanged: update.isChanged || hasChangedState(update.state, state),
    published: unitChange ? { seq, ts: unitChange.ts } : update.published,
  }
}

/** Whether status, reported status, fault or client differ. */
function hasChangedState(one: GatewayState, other: GatewayState): boolean {
  return (
    one.status !== other.status ||
    one.reported !== other.reported ||
    one.faultCode !== other.faultCode ||
    one.lastClient !== other.lastClient
  )
}

type UnitChangeOfGateway = { gatewayId: string; seq: number; change: UnitChange }

function toMessage({ gatewayId, seq, change }: UnitChangeOfGateway, { trace }: TraceField): GatewayMessage {
  const message: GatewayMessage = { kind: 'gateway', gatewayId, seq, ...change }
  if (trace !== undefined) message.trace = trace
  return message
}

function replaceLast(messages: Map<string, GatewayMessage>, message: GatewayMessage): void {
  const key = `${message.gatewayId} ${message.unit}`
  messages.delete(key)
  messages.set(key, message)
}

/**
 * The state of a gateway. `reported`: the last reported status, or UNKNOWN; `faultCode`: its fault. `status`: the
 * reported status, or OFFLINE; `since`: when it began. `newest`: the time of the newest report of each unit.
 * `lastClient`: the MQTT client that last sent anything. Times in epoch milliseconds.
 */
export type GatewayState = {
  status: GatewayStatus
  reported: GatewayStatus
  faultCode: string | null
  since: number
  lastSeenAt: number
  lastClient: string | null
  newest: Readonly<Partial<Record<Unit, number>>>
}

/** A report to apply to the state of one gateway. The caller knows the gateway, so the event does not name it. */
export type ReportEvent = Omit<ReportEntry, 'gatewayId'>

/** A broken connection, whose last will must be applied to the state of one gateway. */
export type LastWillEvent = Omit<LastWillEntry, 'gatewayId'>

/** A new value of one unit. `ts`: the time in RFC 3339, in UTC. */
export type UnitChange = { unit: Unit; ts: string; payload: Readonly<Record<string, unknown>> }

export type StateTransition = { state: GatewayState; changes: UnitChange[] }

export function createInitialState(now: number): GatewayState {
  const status = 'UNKNOWN'
  return { status, reported: status, faultCode: null, since: now, lastSeenAt: now, lastClient: null, newest: {} }
}

/**
 * Applies one event to the state of a gateway. Returns the new state and the changes to publish. Specification 14.1:
 * reports of the unit `status` set the status, a lost connection sets OFFLINE, and any later report ends OFFLINE.
 * `isRepeated`: whether the report is already stored.
 */
export function applyGatewayEvent(
  state: GatewayState,
  event: ReportEvent | LastWillEvent,
  isRepeated: boolean,
): StateTransition {
  return event.kind === 'report' ? applyReport(state, event, isRepeated) : applyConnectionLost(state, event)
}

function applyReport(state: GatewayState, event: ReportEvent, isRepeated: boolean): StateTransition {
  const { unit, report, clientId, receivedAt } = event
  const isNewest = !isRepeated && report.at >= (state.newest[unit] ?? -Infinity)
  const isStatus = isNewest && unit === 'status'
  const reportedStatus = isStatus ? toGatewayStatus(report.values['gatewayStatus']) : state.reported
  const next: GatewayState = {
    status: reportedStatus,
    reported: reportedStatus,
    faultCode: isStatus ? toFaultCode(report.values['faultCode']) : state.faultCode,
    since: reportedStatus === state.status ? state.since : receivedAt,
    lastSeenAt: Math.max(state.lastSeenAt, receivedAt),
    lastClient: clientId,
    newest: isNewest ? { ...state.newest, [unit]: report.at } : state.newest,
  }
  const changes: UnitChange[] = []
  if (isStatus) changes.push({ unit, ts: report.ts, payload: payloadOf(next, report.values) })
  else if (next.status !== state.status) changes.push(statusChange(next, receivedAt))
  if (isNewest && unit !== 'status') changes.push({ unit, ts: report.ts, payload: report.values })
  return { state: next, changes }
}

function applyConnectionLost(
  state: GatewayState,
  { clientId, lastSeenAt, receivedAt }: LastWillEvent,
): StateTransition {
  const hasComeBack = state.lastClient === clientId && state.lastSeenAt > lastSeenAt
  if (state.status === 'OFFLINE' || hasComeBack) return { state, changes: [] }
  const next: GatewayState = { ...state, status: 'OFFLINE', since: receivedAt }
  return { state: next, changes: [statusChange(next, receivedAt)] }
}

function statusChange(state: GatewayState, at: number): UnitChange {
  return { unit: 'status', ts: formatChangeTime(at), payload: payloadOf(state, {}) }
}

function payloadOf(state: GatewayState, values: GatewayReport['values']): UnitChange['payload'] {
  const { status, reported, faultCode, since } = state
  const fault = { faultCode, severity: faultSeverityOf(reported) }
  return { ...values, ...fault, gatewayStatus: status, since: new Date(since).toISOString() }
}
