import type { GatewayStatus } from '#contract/appliance.ts'
import { type FaultSeverity, severityOf } from '#contract/faults.ts'

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

/** Rows of `status_change`, `fault_change` and `unjudged_change`; `at` is epoch milliseconds. */
export type ChangeRows = {
  statuses: { gatewayId: string; at: number; status: GatewayStatus }[]
  faults: { gatewayId: string; at: number; code: string | null; severity: FaultSeverity | null }[]
  forNotices: (Condition & { gatewayId: string; at: number })[]
}

/**
 * What the statement that writes these conditions also records: the histories of statuses and of faults, and
 * `forNotices`, the status changes from which the role `jobs` decides about notices (server/notices/decide.ts).
 * Decision 047.
 */
export function changeRows(changes: readonly ConditionChange[]): ChangeRows {
  const rows: ChangeRows = { statuses: [], faults: [], forNotices: [] }
  for (const { gatewayId, before, after } of changes) {
    const { status, reported, faultCode, since, lastSeenAt } = after
    const severity = severityOf(reported)
    if (status !== before.status) rows.statuses.push({ gatewayId, at: since, status })
    if (isOtherFault(before, after))
      rows.faults.push({ gatewayId, at: lastSeenAt, code: severity && faultCode, severity })
    if (mayCauseNotice(before, after))
      rows.forNotices.push({ gatewayId, at: Math.max(since, lastSeenAt), status, reported, faultCode })
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

/** Severity and code of the fault; `well` for none; empty if the report has no status of the appliance. */
function healthOf({ reported, faultCode }: Condition): string {
  const severity = severityOf(reported)
  if (severity !== null) return faultCode === null ? severity : `${severity} ${faultCode}`
  return reported === 'UNKNOWN' || reported === 'OFFLINE' ? '' : 'well'
}
