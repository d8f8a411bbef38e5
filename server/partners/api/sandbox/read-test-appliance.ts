import type { Datapoint } from '#contract/datapoints.ts'
import type { PartnerReading } from '#contract/partner.ts'
import type { History, HistoryFaultPeriod } from '#contract/history.ts'
import type { Queryable } from '#server/database/sql.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { PartnerGrant } from '../../store.ts'
import { computeTestValues } from './compute-test-values.ts'
import { type TestApplianceWithState, type TestFault, readTestFaults, readTestAppliancesWithState } from './store.ts'
import { type HistoryPlan, computeTestHistory } from './compute-test-history.ts'

/**
 * Returns the current values of a test appliance. If the appliance is silent, returns the values at the beginning of
 * the silence.
 */
export function computeTestReadings(
  appliance: TestApplianceWithState,
  { shared, now }: { shared: readonly Datapoint[]; now: number },
): PartnerReading[] {
  const { reported, faultCode, silentSince } = appliance
  const measuredAt = silentSince ?? new Date(now)
  const at = measuredAt.toISOString()
  const current: Record<string, string | number | boolean> = {
    ...computeTestValues(appliance, measuredAt.getTime()),
    'status.gatewayStatus': reported,
    ...(faultCode !== null && { 'status.faultCode': faultCode }),
  }
  return shared.flatMap((datapoint) => {
    const value = current[datapoint.id]
    if (value === undefined) return []
    return [{ datapoint: datapoint.id, unit: 'unit' in datapoint.values ? datapoint.values.unit : null, value, at }]
  })
}

/**
 * Reads the faults of a test appliance that lasted after `since`, newest first. A fault that began earlier gets `since`
 * as its beginning.
 */
export async function readTestFaultPeriods(
  db: Queryable,
  applianceId: string,
  since: Date,
): Promise<HistoryFaultPeriod[]> {
  return (await readTestFaults(db, applianceId, since)).map((fault) => faultSince(fault, since))
}

function faultSince({ code, severity, beganAt, endedAt }: TestFault, since: Date): HistoryFaultPeriod {
  return {
    code,
    severity,
    from: (beganAt > since ? beganAt : since).toISOString(),
    to: endedAt?.toISOString() ?? null,
  }
}

/**
 * Reads the history of a test appliance in the range of `plan`. A fault that began before `since` gets `since` as its
 * beginning.
 * @throws Refusal `not-found`
 */
export async function readTestHistory(
  db: Queryable,
  grant: Pick<PartnerGrant, 'applianceId' | 'clientId'>,
  { plan, since }: { plan: HistoryPlan; since: Date },
): Promise<History> {
  const appliance = (await readTestAppliancesWithState(db, grant.clientId)).find(({ id }) => id === grant.applianceId)
  if (!appliance) throw new Refusal('not-found')
  const [from, to] = [new Date(plan.from), new Date(plan.to)]
  const lasted = await readTestFaults(db, appliance.id, from > since ? from : since)
  const faults = lasted.filter(({ beganAt }) => beganAt < to)
  return { ...computeTestHistory(appliance, { plan, faults }), faults: faults.map((fault) => faultSince(fault, since)) }
}
