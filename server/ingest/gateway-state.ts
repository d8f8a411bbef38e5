import { toGatewayStatus, type GatewayStatus } from '#contract/appliance.ts'
import { severityOf, toFaultCode } from '#contract/faults.ts'
import type { Unit } from '#contract/push.ts'
import { changeTime } from '#server/bus/bus.ts'
import type { Report } from './report.ts'

/**
 * What is known of a gateway. `reported` is what it said last, `faultCode` the fault that it named with it, `status` what
 * it said or OFFLINE, since the epoch millisecond `since`. `newest` has the time of the newest report of each unit, `lastClient` the MQTT client that was heard last.
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

/** A report as it came; times in epoch milliseconds. `isRepeated`: it is already stored. */
export type ReportEvent = {
  kind: 'report'
  unit: Unit
  report: Report
  clientId: string
  receivedAt: number
  isRepeated: boolean
}

/** The end of a connection without goodbye; `heardAt`: when it last brought anything. */
export type ConnectionLostEvent = { kind: 'offline'; clientId: string; heardAt: number; receivedAt: number }

/** A new value of one unit: `ts` is RFC 3339. */
export type UnitChange = { unit: Unit; ts: string; payload: Readonly<Record<string, unknown>> }

export type StateTransition = { known: GatewayState; changes: UnitChange[] }

export function initialState(now: number): GatewayState {
  const status = 'UNKNOWN'
  return { status, reported: status, faultCode: null, since: now, lastSeenAt: now, lastClient: null, newest: {} }
}

/**
 * What becomes known by one event, and what there is to tell. Specification 14.1: the status comes from the reports of unit
 * `status`, a lost connection makes it OFFLINE, any next report ends that.
 */
export function applyEvent(known: GatewayState, event: ReportEvent | ConnectionLostEvent): StateTransition {
  return event.kind === 'report' ? applyReport(known, event) : applyConnectionLost(known, event)
}

function applyReport(known: GatewayState, event: ReportEvent): StateTransition {
  const { unit, report, clientId, receivedAt } = event
  const isNewest = !event.isRepeated && report.at >= (known.newest[unit] ?? -Infinity)
  const isStatus = isNewest && unit === 'status'
  const reported = isStatus ? toGatewayStatus(report.values['gatewayStatus']) : known.reported
  const next: GatewayState = {
    status: reported,
    reported,
    faultCode: isStatus ? toFaultCode(report.values['faultCode']) : known.faultCode,
    since: reported === known.status ? known.since : receivedAt,
    lastSeenAt: Math.max(known.lastSeenAt, receivedAt),
    lastClient: clientId,
    newest: isNewest ? { ...known.newest, [unit]: report.at } : known.newest,
  }
  const changes: UnitChange[] = []
  if (isStatus) changes.push({ unit, ts: report.ts, payload: payloadOf(next, report.values) })
  else if (next.status !== known.status) changes.push(statusChange(next, receivedAt))
  if (isNewest && unit !== 'status') changes.push({ unit, ts: report.ts, payload: report.values })
  return { known: next, changes }
}

function applyConnectionLost(
  known: GatewayState,
  { clientId, heardAt, receivedAt }: ConnectionLostEvent,
): StateTransition {
  const hasComeBack = known.lastClient === clientId && known.lastSeenAt > heardAt
  if (known.status === 'OFFLINE' || hasComeBack) return { known, changes: [] }
  const next: GatewayState = { ...known, status: 'OFFLINE', since: receivedAt }
  return { known: next, changes: [statusChange(next, receivedAt)] }
}

function statusChange(known: GatewayState, at: number): UnitChange {
  return { unit: 'status', ts: changeTime(at), payload: payloadOf(known, {}) }
}

function payloadOf(known: GatewayState, values: Report['values']): UnitChange['payload'] {
  const { status, reported, faultCode, since } = known
  const fault = { faultCode, severity: severityOf(reported) }
  return { ...values, ...fault, gatewayStatus: status, since: new Date(since).toISOString() }
}
