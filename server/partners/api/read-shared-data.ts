import { dayMs } from '#contract/durations.ts'
import { type Datapoint, datapoints } from '#contract/datapoints.ts'
import { faultSeverityOf, toFaultCode } from '#contract/faults.ts'
import type { History, HistoryFaultPeriod } from '#contract/history.ts'
import type { PartnerAppliance, PartnerGrantAnswer, PartnerReading } from '#contract/partner.ts'
import { Refusal } from '#server/http/refusals.ts'
import { startOfSharedTime } from '../policy.ts'
import type { PartnerGrant } from '../store.ts'
import type { PseudonymousIds } from '../pseudonymous-ids.ts'
import { readTestFaultPeriods, computeTestReadings } from './sandbox/read-test-appliance.ts'
import { readTestAppliancesWithState } from './sandbox/store.ts'
import { readLatestReports, readApplianceState } from './store.ts'
import type { Services } from '#server/services.ts'

export type SharedDataDependencies = Pick<Services, 'pool' | 'clock'> & {
  ids: PseudonymousIds
  /** Reads the faults of a gateway that lasted after `since`, newest first. */
  readFaults(gatewayId: string, since: Date): Promise<HistoryFaultPeriod[]>
}

const faultDays = 30

/**
 * Reads the current state of an appliance. A field is null if the grant does not share that kind of data. `statusSince`
 * is not earlier than the start of the shared time.
 * @throws Refusal `not-found` if the appliance no longer exists
 */
export async function readSharedApplianceState(
  { pool, ids }: Pick<SharedDataDependencies, 'pool' | 'ids'>,
  grant: PartnerGrant,
): Promise<PartnerAppliance> {
  const { id: grantId, clientId, applianceId, isTest, datatypes } = grant
  const state = await readApplianceState(pool, applianceId)
  if (!state) throw new Refusal('not-found')
  const hasStatus = datatypes.includes('status')
  const hasFaults = datatypes.includes('faults')
  return {
    id: ids.idFor(clientId, applianceId),
    grantId,
    type: state.type,
    isTest,
    status: hasStatus ? state.status : null,
    statusSince: hasStatus && state.since ? laterOf(state.since, startOfSharedTime(grant)).toISOString() : null,
    faultCode: hasFaults ? toFaultCode(state.faultCode) : null,
    severity: hasFaults && state.reported ? faultSeverityOf(state.reported) : null,
  }
}

/**
 * Returns the datapoints that a client may read. Settings also need the datatype `settings`, and the code of a fault
 * needs `faults`.
 */
export function listSharedDatapoints(datatypes: PartnerGrant['datatypes']): readonly Datapoint[] {
  return datapoints.filter(({ id, isSetting }) => {
    if (id === 'status.faultCode') return datatypes.includes('faults')
    return !isSetting || datatypes.includes('settings')
  })
}

/** Removes from a history all data that a grant does not share: settings, statuses or faults. */
export function filterSharedHistory(history: History, { datatypes }: Pick<PartnerGrant, 'datatypes'>): History {
  const shared = new Set<string>(listSharedDatapoints(datatypes).map(({ id }) => id))
  return {
    ...history,
    series: history.series.filter(({ datapoint }) => shared.has(datapoint)),
    ...(!datatypes.includes('status') && { statuses: [], worked: { seconds: 0, starts: 0 } }),
    ...(!datatypes.includes('faults') && { faults: [] }),
  }
}

/**
 * Reads the latest value of each shared datapoint. The values of a gateway come from reports of the last 24 hours and
 * of the shared time. The values of a test appliance are computed for the current time.
 */
export async function readSharedReadings(
  { pool, clock }: Pick<SharedDataDependencies, 'pool' | 'clock'>,
  grant: PartnerGrant,
): Promise<PartnerReading[]> {
  const { applianceId, datatypes, isTest, clientId } = grant
  if (isTest) {
    const test = (await readTestAppliancesWithState(pool, clientId)).find(({ id }) => id === applianceId)
    return test ? computeTestReadings(test, { shared: listSharedDatapoints(datatypes), now: clock.now() }) : []
  }
  const since = laterOf(new Date(clock.now() - dayMs), startOfSharedTime(grant))
  const reports = await readLatestReports(pool, applianceId, since)
  const shown = listSharedDatapoints(datatypes)
  return reports.flatMap(({ unit, at, payload }) =>
    shown.flatMap((datapoint) => {
      const value = payload[datapoint.key]
      if (datapoint.unit !== unit || !isValue(value)) return []
      const unitCode = 'unit' in datapoint.values ? datapoint.values.unit : null
      return [{ datapoint: datapoint.id, unit: unitCode, value, at: at.toISOString() }]
    }),
  )
}

function isValue(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

export async function readSharedFaults(
  { pool, clock, readFaults }: Pick<SharedDataDependencies, 'pool' | 'clock' | 'readFaults'>,
  grant: PartnerGrant,
): Promise<HistoryFaultPeriod[]> {
  const { applianceId, isTest } = grant
  const since = laterOf(new Date(clock.now() - faultDays * dayMs), startOfSharedTime(grant))
  return isTest ? readTestFaultPeriods(pool, applianceId, since) : readFaults(applianceId, since)
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other
}

export function toGrantAnswer({ ids }: Pick<SharedDataDependencies, 'ids'>, grant: PartnerGrant): PartnerGrantAnswer {
  const { id, clientId, applianceId, datatypes, purpose, createdAt, endsAt } = grant
  return {
    id,
    applianceId: ids.idFor(clientId, applianceId),
    datatypes,
    historySince: startOfSharedTime(grant).toISOString(),
    purpose,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
}
