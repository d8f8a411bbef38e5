import type { GatewayStatus } from '#contract/appliance.ts'
import { type FaultSeverity, severityOf } from '#contract/faults.ts'
import type { ApplianceEventType } from '#contract/partner-events.ts'

/**
 * `reported` is the status of the gateway's last report, `status` the same or OFFLINE, `faultCode` the fault of that
 * report.
 */
export type Condition = { status: GatewayStatus; reported: GatewayStatus; faultCode: string | null }

/** A change of one gateway's state by a statement. `since` and `lastSeenAt` are epoch milliseconds, as in its new row. */
export type ConditionChange = {
  gatewayId: string
  before: Condition
  after: Condition & { since: number; lastSeenAt: number }
}

/** Rows of `status_change`, `fault_change`, `unjudged_change` and `partner_change`; `at` is epoch milliseconds. */
export type ChangeRows = {
  statuses: { gatewayId: string; at: number; status: GatewayStatus }[]
  faults: { gatewayId: string; at: number; code: string | null; severity: FaultSeverity | null }[]
  forNotices: (Condition & { gatewayId: string; at: number })[]
  forPartners: { gatewayId: string; at: number; type: ApplianceEventType }[]
}

/**
 * What the statement that writes these conditions also records: the histories of statuses and of faults,
 * `forNotices`, the status changes from which the role `jobs` decides about notices (server/notices/decide.ts), and
 * `forPartners`, from which it writes the event log of third parties (server/partners/log). Decision 047, decision 102.
 */
export function changeRows(changes: readonly ConditionChange[]): ChangeRows {
  const rows: ChangeRows = { statuses: [], faults: [], forNotices: [], forPartners: [] }
  for (const { gatewayId, before, after } of changes) {
    const { status, reported, faultCode, since, lastSeenAt } = after
    const severity = severityOf(reported)
    if (status !== before.status) rows.statuses.push({ gatewayId, at: since, status })
    if (isOtherFault(before, after))
      rows.faults.push({ gatewayId, at: lastSeenAt, code: severity && faultCode, severity })
    if (mayCauseNotice(before, after))
      rows.forNotices.push({ gatewayId, at: Math.max(since, lastSeenAt), status, reported, faultCode })
    rows.forPartners.push(...partnerEventsOf(gatewayId, before, after))
  }
  return rows
}

function isOtherFault(before: Condition, after: Condition): boolean {
  const severity = severityOf(after.reported)
  return severity !== severityOf(before.reported) || (severity !== null && after.faultCode !== before.faultCode)
}

/** Whether the change may cause a notice: offline began or ended, or there is another fault or none. */
function mayCauseNotice(before: Condition, after: Condition): boolean {
  return (before.status === 'OFFLINE') !== (after.status === 'OFFLINE') || healthOf(before) !== healthOf(after)
}

/** Severity and code of the fault as one text; `well` for none; empty if the report has no status of the appliance. */
function healthOf({ reported, faultCode }: Condition): string {
  const severity = severityOf(reported)
  if (severity !== null) return faultCode === null ? severity : `${severity} ${faultCode}`
  return reported === 'UNKNOWN' || reported === 'OFFLINE' ? '' : 'well'
}

/** One event for a change of the status; a fault that replaces another ends that one. Specification 27.6. */
function partnerEventsOf(
  gatewayId: string,
  before: Condition,
  after: ConditionChange['after'],
): ChangeRows['forPartners'] {
  const types: ChangeRows['forPartners'] = []
  const { status, since, lastSeenAt } = after
  if (status !== before.status) types.push({ gatewayId, at: since, type: statusEventOf(before.status, status) })
  if (!isOtherFault(before, after)) return types
  if (severityOf(before.reported) !== null) types.push({ gatewayId, at: lastSeenAt, type: 'appliance.fault_ended' })
  if (severityOf(after.reported) !== null) types.push({ gatewayId, at: lastSeenAt, type: 'appliance.fault_began' })
  return types
}

function statusEventOf(before: GatewayStatus, after: GatewayStatus): ApplianceEventType {
  if (after === 'OFFLINE') return 'appliance.silent'
  return before === 'OFFLINE' ? 'appliance.reachable' : 'appliance.status_changed'
}
