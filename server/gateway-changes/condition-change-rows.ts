import type { GatewayStatus } from '#contract/appliance.ts'
import { type FaultSeverity, faultSeverityOf } from '#contract/faults.ts'
import type { ApplianceEventType } from '#contract/partner-events.ts'

/**
 * The state of a gateway. `reported`: the status in the last report. `faultCode`: the fault code in that report.
 * `status`: equal to `reported`, or OFFLINE if the gateway is offline.
 */
export type GatewayCondition = { status: GatewayStatus; reported: GatewayStatus; faultCode: string | null }

/** A change of one gateway's state. `since` and `lastSeenAt` are the new values of the gateway's row, in epoch ms. */
export type GatewayConditionChange = {
  gatewayId: string
  before: GatewayCondition
  after: GatewayCondition & { since: number; lastSeenAt: number }
}

/** Rows to insert into `status_change`, `fault_change`, `unjudged_change` and `partner_change`; `at` in epoch ms. */
export type ConditionChangeRows = {
  statuses: { gatewayId: string; at: number; status: GatewayStatus }[]
  faults: { gatewayId: string; at: number; code: string | null; severity: FaultSeverity | null }[]
  forNotices: (GatewayCondition & { gatewayId: string; at: number })[]
  forPartners: { gatewayId: string; at: number; type: ApplianceEventType }[]
}

/**
 * Computes the rows that must be inserted together with these changes:
 * - `statuses` and `faults`: the histories of statuses and of faults.
 * - `forNotices`: the changes from which the role jobs decides about notices (server/notices/decide-notices.ts).
 * - `forPartners`: the changes from which the role jobs writes the event log of third parties (server/partners/log).
 *
 * Decision 047, decision 102.
 */
export function conditionChangeRowsOf(changes: readonly GatewayConditionChange[]): ConditionChangeRows {
  const rows: ConditionChangeRows = { statuses: [], faults: [], forNotices: [], forPartners: [] }
  for (const { gatewayId, before, after } of changes) {
    const { status, reported, faultCode, since, lastSeenAt } = after
    const severity = faultSeverityOf(reported)
    if (status !== before.status) rows.statuses.push({ gatewayId, at: since, status })
    if (isOtherFault(before, after))
      rows.faults.push({ gatewayId, at: lastSeenAt, code: severity && faultCode, severity })
    if (mayCauseNotice(before, after))
      rows.forNotices.push({ gatewayId, at: Math.max(since, lastSeenAt), status, reported, faultCode })
    rows.forPartners.push(...partnerEventsOf(gatewayId, before, after))
  }
  return rows
}

function isOtherFault(before: GatewayCondition, after: GatewayCondition): boolean {
  const severity = faultSeverityOf(after.reported)
  return severity !== faultSeverityOf(before.reported) || (severity !== null && after.faultCode !== before.faultCode)
}

/**
 * Returns whether the change may cause a notice: the gateway became OFFLINE or was OFFLINE before, or a fault began,
 * changed or ended.
 */
function mayCauseNotice(before: GatewayCondition, after: GatewayCondition): boolean {
  return (before.status === 'OFFLINE') !== (after.status === 'OFFLINE') || healthOf(before) !== healthOf(after)
}

/**
 * Returns the severity and the code of the fault as one text. The text is `well` if there is no fault, and empty if
 * the report has no status of the appliance.
 */
function healthOf({ reported, faultCode }: GatewayCondition): string {
  const severity = faultSeverityOf(reported)
  if (severity !== null) return faultCode === null ? severity : `${severity} ${faultCode}`
  return reported === 'UNKNOWN' || reported === 'OFFLINE' ? '' : 'well'
}

/**
 * Returns the events of a change for third parties: one if the status changed, one if a fault ended, and one if a fault
 * began. If a fault replaces another fault, there are both fault events. Specification 27.6.
 */
function partnerEventsOf(
  gatewayId: string,
  before: GatewayCondition,
  after: GatewayConditionChange['after'],
): ConditionChangeRows['forPartners'] {
  const types: ConditionChangeRows['forPartners'] = []
  const { status, since, lastSeenAt } = after
  if (status !== before.status) types.push({ gatewayId, at: since, type: statusEventOf(before.status, status) })
  if (!isOtherFault(before, after)) return types
  if (faultSeverityOf(before.reported) !== null)
    types.push({ gatewayId, at: lastSeenAt, type: 'appliance.fault_ended' })
  if (faultSeverityOf(after.reported) !== null) types.push({ gatewayId, at: lastSeenAt, type: 'appliance.fault_began' })
  return types
}

function statusEventOf(before: GatewayStatus, after: GatewayStatus): ApplianceEventType {
  if (after === 'OFFLINE') return 'appliance.silent'
  return before === 'OFFLINE' ? 'appliance.reachable' : 'appliance.status_changed'
}
