import type { GatewayStatus } from '#contract/appliance.ts'
import { faultSeverityOf } from '#contract/faults.ts'
import type { TestAppliancePatch } from '#contract/sandbox-api.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { type GatewayCondition, conditionChangeRowsOf } from '#server/gateway-changes/condition-change-rows.ts'
import * as store from './store.ts'

const keptFaults = 500

/** Changes a test appliance, and queues the events that a gateway's report of that change would cause. */
export async function changeTestAppliance(
  transaction: Transaction,
  before: store.TestApplianceWithState,
  { change, now }: { change: TestAppliancePatch; now: Date },
): Promise<store.TestApplianceWithState> {
  const after = changed(before, { change, now })
  await store.updateTestAppliance(transaction, after)
  await recordFault(transaction, { before, after, now })
  const [beforeThat, afterThat] = [conditionOf(before), conditionOf(after)]
  const times = { since: now.getTime(), lastSeenAt: now.getTime() }
  const { forPartners } = conditionChangeRowsOf([
    { gatewayId: after.id, before: beforeThat, after: { ...afterThat, ...times } },
  ])
  await store.queueTestApplianceChanges(transaction, after.id, { types: forPartners.map(({ type }) => type), now })
  return after
}

function changed(
  before: store.TestApplianceWithState,
  { change: { fault, silence, status }, now }: { change: TestAppliancePatch; now: Date },
): store.TestApplianceWithState {
  const reported = reportedAfter(before, { fault, status })
  const faultCode = faultSeverityOf(reported) === null ? null : chosen(fault, before.faultCode)
  const isSilent = silence ?? before.silentSince !== null
  const silentSince = isSilent ? (before.silentSince ?? now) : null
  const isOther = reported !== before.reported || (silentSince === null && before.silentSince !== null)
  return { ...before, reported, faultCode, silentSince, since: isOther ? now : before.since }
}

function chosen(fault: TestAppliancePatch['fault'], before: string | null): string | null {
  return fault === undefined ? before : fault
}

/**
 * Returns the reported status after a change. If the change sets no status, a new fault changes it to ERROR, and the
 * end of a fault changes it to WORKING.
 */
function reportedAfter(before: store.TestApplianceWithState, { fault, status }: TestAppliancePatch): GatewayStatus {
  if (status !== undefined) return status
  if (typeof fault === 'string') return 'ERROR'
  return fault === null && faultSeverityOf(before.reported) !== null ? 'WORKING' : before.reported
}

type Changed = { before: store.TestApplianceWithState; after: store.TestApplianceWithState; now: Date }

async function recordFault(transaction: Transaction, { before, after, now }: Changed): Promise<void> {
  if (before.faultCode === after.faultCode && before.reported === after.reported) return
  await store.endTestFaults(transaction, after.id, now)
  const severity = faultSeverityOf(after.reported)
  if (severity === null || after.faultCode === null) return
  await store.insertTestFault(transaction, { applianceId: after.id, code: after.faultCode, severity, now })
  await store.deleteOldTestFaults(transaction, after.id, keptFaults)
}

function conditionOf({ reported, silentSince, faultCode }: store.TestApplianceWithState): GatewayCondition {
  return { status: testApplianceStatusOf({ reported, silentSince }), reported, faultCode }
}

export function testApplianceStatusOf({
  reported,
  silentSince,
}: Pick<store.TestApplianceWithState, 'reported' | 'silentSince'>): GatewayStatus {
  return silentSince === null ? reported : 'OFFLINE'
}
