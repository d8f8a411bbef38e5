import { toGatewayStatus, type GatewayStatus } from '#contract/appliance.ts'
import type { Unit } from '#contract/push.ts'
import type { Report } from './report.ts'

/**
 * What is known of a gateway. `reported` is what it said last, `status` that or OFFLINE, since the epoch millisecond
 * `since`. `newest` has the time of the newest report of each unit, `lastClient` the MQTT client that was heard last.
 */
export type Known = {
  status: GatewayStatus
  reported: GatewayStatus
  since: number
  lastSeenAt: number
  lastClient: string | null
  newest: Readonly<Partial<Record<Unit, number>>>
}

/** A report as it came; times in epoch milliseconds. `isRepeated`: it is already stored. */
export type Heard = {
  kind: 'report'
  unit: Unit
  report: Report
  clientId: string
  receivedAt: number
  isRepeated: boolean
}

/** The end of a connection without goodbye; `heardAt`: when it last brought anything. */
export type Lost = { kind: 'offline'; clientId: string; heardAt: number; receivedAt: number }

/** A new value of one unit: `ts` is RFC 3339. */
export type Change = { unit: Unit; ts: string; payload: Readonly<Record<string, unknown>> }

export type Step = { known: Known; changes: Change[] }

export function neverHeard(now: number): Known {
  return { status: 'UNKNOWN', reported: 'UNKNOWN', since: now, lastSeenAt: now, lastClient: null, newest: {} }
}

/**
 * What becomes known by one event, and what there is to tell. Specification 14.1: the status comes from the reports of unit
 * `status`, a lost connection makes it OFFLINE, any next report ends that.
 */
export function learn(known: Known, event: Heard | Lost): Step {
  return event.kind === 'report' ? hear(known, event) : lose(known, event)
}

function hear(known: Known, heard: Heard): Step {
  const { unit, report, clientId, receivedAt } = heard
  const isNewest = !heard.isRepeated && report.at >= (known.newest[unit] ?? -Infinity)
  const reported = isNewest && unit === 'status' ? toGatewayStatus(report.values['gatewayStatus']) : known.reported
  const next: Known = {
    status: reported,
    reported,
    since: reported === known.status ? known.since : receivedAt,
    lastSeenAt: Math.max(known.lastSeenAt, receivedAt),
    lastClient: clientId,
    newest: isNewest ? { ...known.newest, [unit]: report.at } : known.newest,
  }
  const changes: Change[] = []
  if (isNewest && unit === 'status') changes.push({ unit, ts: report.ts, payload: payloadOf(next, report.values) })
  else if (next.status !== known.status) changes.push(statusChange(next, receivedAt))
  if (isNewest && unit !== 'status') changes.push({ unit, ts: report.ts, payload: report.values })
  return { known: next, changes }
}

function lose(known: Known, { clientId, heardAt, receivedAt }: Lost): Step {
  const hasComeBack = known.lastClient === clientId && known.lastSeenAt > heardAt
  if (known.status === 'OFFLINE' || hasComeBack) return { known, changes: [] }
  const next: Known = { ...known, status: 'OFFLINE', since: receivedAt }
  return { known: next, changes: [statusChange(next, receivedAt)] }
}

function statusChange(known: Known, at: number): Change {
  return { unit: 'status', ts: new Date(at).toISOString(), payload: payloadOf(known, {}) }
}

function payloadOf({ status, since }: Known, values: Report['values']): Change['payload'] {
  return { ...values, gatewayStatus: status, since: new Date(since).toISOString() }
}
