import { retryUntilTimeout } from '../cluster/retry-until-timeout.ts'
import type { RunningCluster } from '../cluster/cluster-control.ts'
import type { FaultToNotify, AcknowledgedStatuses } from './appliance-faults.ts'
import { findLastingProblems } from './lasting-problems.ts'
import type { AcknowledgedReport } from './report-ledger.ts'
import { describeWrongStreet, type ExpectedStreet } from './savers.ts'
import type { DrillLoad } from './start-drill-load.ts'
import {
  countNotices,
  findInvalidRows,
  findMissingExports,
  findMissingReports,
  findPrimaryUrl,
  readServerTime,
  readStoredStatuses,
  readStoredStreets,
} from './store.ts'

const promotionTimeoutMs = 30_000
/** Long enough to restart a killed `jobs` process, which sends the notifications. */
const notificationTimeoutMs = 60_000
/** Longer than the 15 seconds that the first fault lasts, because a killed listener delays the acknowledgement. */
const firstFaultTimeoutMs = 60_000

/**
 * Checks all invariants, and reports broken ones to the findings of the load. `lost`: the number of lost reports, saves
 * and exports, and of wrong statuses, notices and events for the partner. `reports`: the number of reports that this
 * check was the first to check.
 */
export async function checkInvariants(
  { serverUrls }: Pick<RunningCluster, 'serverUrls'>,
  { ledger, saved, exported, statuses, partner, old, findings }: DrillLoad,
): Promise<{ lost: number; reports: number }> {
  const url = await retryUntilTimeout(promotionTimeoutMs, () => findPrimaryUrl(serverUrls))
  const reports = ledger.take()
  const streets = { before: structuredClone(saved.streets), after: saved.streets }
  const lost = [
    ...(await findLosses(url, { reports: [...reports, ...old], exports: exported.requests, streets })),
    ...(await findWrongStatuses(url, statuses)),
    ...(await findWrongNotices(url, statuses)),
    ...(await partner.check(url)),
  ]
  ledger.removeTaken()
  for (const finding of [...lost, ...(await findInvalidRows(url))]) findings.addBrokenInvariant(finding)
  return { lost: lost.length, reports: reports.length }
}

/**
 * Records changes that were answered before `moment`. The returned `check` reports those of them that are missing in a
 * database that was restored to `moment`.
 */
export async function recordRestorePoint(
  { serverUrls }: Pick<RunningCluster, 'serverUrls'>,
  { ledger, saved, exported, findings }: DrillLoad,
): Promise<{ moment: Date; check(url: string): Promise<void> }> {
  const [reports, exports, before] = [ledger.take(), [...exported.requests], structuredClone(saved.streets)]
  const moment = await readServerTime(await findPrimaryUrl(serverUrls))
  const streets = { before, after: structuredClone(saved.streets) }
  const check = async (url: string): Promise<void> => {
    const lost = [...(await findLosses(url, { reports, exports, streets })), ...(await findInvalidRows(url))]
    for (const finding of lost) findings.addBrokenInvariant(`after the restore ${finding}`)
  }
  return { moment, check }
}

/**
 * The changes that must be stored. A save may get its answer while the streets are read. A stored street is therefore
 * wrong only if it was expected neither before nor after the read.
 */
type AnsweredChanges = {
  reports: readonly AcknowledgedReport[]
  exports: readonly string[]
  streets: { before: readonly ExpectedStreet[]; after: readonly ExpectedStreet[] }
}

/** Describes the changes that are not stored. */
async function findLosses(url: string, { reports, exports, streets }: AnsweredChanges): Promise<string[]> {
  const gatewayIds = streets.before.map(({ gatewayId }) => gatewayId)
  const found = await readStoredStreets(url, gatewayIds)
  const lostStreets = streets.before.flatMap((was, index) => {
    const now = streets.after[index]
    if (!now || now.saved !== was.saved) return []
    return describeWrongStreet({ ...was, maybe: [...was.maybe, ...now.maybe] }, found.get(was.gatewayId)) ?? []
  })
  return [...(await findMissingReports(url, reports)), ...(await findMissingExports(url, exports)), ...lostStreets]
}

/** Describes the acknowledged statuses that are not stored. Skips gateways whose status changes during the check. */
export async function findWrongStatuses(
  url: string,
  { settled }: Pick<AcknowledgedStatuses, 'settled'>,
): Promise<string[]> {
  const before = new Map(settled)
  const stored = await readStoredStatuses(url, [...before.keys()])
  return [...before].flatMap(([gatewayId, reported]) => {
    if (settled.get(gatewayId) !== reported) return []
    const own = stored.get(gatewayId)
    if (own?.reported === reported.status && own.code === reported.code) return []
    const [was, is] = [reported, { status: own?.reported, code: own?.code }].map((one) => JSON.stringify(one))
    return [`the status of ${gatewayId} was acknowledged as ${was} and is ${is}`]
  })
}

/**
 * Describes the faults whose owner did not get exactly one notice of the start, and exactly one of the end if the end
 * was acknowledged. Waits for the first fault, because a check of no faults would prove nothing.
 *
 * @throws Error if there is no fault within a minute
 */
async function findWrongNotices(url: string, { faults }: AcknowledgedStatuses): Promise<string[]> {
  await retryUntilTimeout(firstFaultTimeoutMs, async () => {
    if (faults.length === 0) throw new Error('No fault has lasted long enough to check its notices.')
  })
  const due = structuredClone(faults)
  return findLastingProblems(notificationTimeoutMs, async () => findNoticesNotOnce(url, due))
}

async function findNoticesNotOnce(url: string, faults: readonly FaultToNotify[]): Promise<string[]> {
  const counted = await countNotices(url, faults)
  return faults.flatMap(({ gatewayId, code, isOver }, index) => {
    const { began = 0, ended = 0 } = counted[index] ?? {}
    if (began === 1 && (ended === 1 || (ended === 0 && !isOver))) return []
    return [`the start of fault ${code} of ${gatewayId} has ${began} notices, its end ${ended}`]
  })
}
