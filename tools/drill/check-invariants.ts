import { retryUntilTimeout } from '../cluster/retry-until-timeout.ts'
import type { ExportRecord } from './exporters.ts'
import type { AcknowledgedStatuses } from './appliance-faults.ts'
import type { Findings } from './findings.ts'
import type { AcknowledgedReport, ReportLedger } from './report-ledger.ts'
import { describeWrongStreet, type SaveRecord } from './savers.ts'
import { findWrongNotices, findWrongStatuses } from './status-check.ts'
import { findPrimaryUrl, findInvalidRows, findMissingExports, findMissingReports, readStoredStreets } from './store.ts'

export type InvariantCheckOptions = {
  serverUrls: readonly string[]
  ledger: ReportLedger
  saved: SaveRecord
  exported: ExportRecord
  statuses: AcknowledgedStatuses
  /** Reports of days that ended long ago, which are packed or will be packed soon. */
  old: readonly AcknowledgedReport[]
  findings: Findings
}

const promotionTimeoutMs = 30_000

/**
 * Checks all invariants, and reports broken ones to `findings`. `lost`: the number of lost reports, saves and
 * exports, and of wrong statuses and notices. `reports`: the number of reports that this check was the first to
 * check.
 */
export async function checkInvariants(options: InvariantCheckOptions): Promise<{ lost: number; reports: number }> {
  const { serverUrls, ledger, saved, exported, statuses, old, findings } = options
  const url = await retryUntilTimeout(promotionTimeoutMs, () => findPrimaryUrl(serverUrls))
  const reports = ledger.take()
  const lost = [
    ...(await findMissingReports(url, [...reports, ...old])),
    ...(await lostStreets(url, saved)),
    ...(await findMissingExports(url, exported.requests)),
    ...(await findWrongStatuses(url, statuses)),
    ...(await findWrongNotices(url, statuses)),
  ]
  ledger.removeTaken()
  for (const finding of [...lost, ...(await findInvalidRows(url))]) findings.broken(finding)
  return { lost: lost.length, reports: reports.length }
}

/**
 * Describes the stored streets that differ from the expected streets. A save may get its answer while the streets are
 * read. So a street counts as lost only if it was expected neither before nor after the read.
 */
async function lostStreets(url: string, { streets }: SaveRecord): Promise<string[]> {
  const before = streets.map((street) => ({ ...street, maybe: [...street.maybe] }))
  const found = await readStoredStreets(
    url,
    streets.map(({ gatewayId }) => gatewayId),
  )
  return before.flatMap((was, index) => {
    const now = streets[index]
    const line = found.get(was.gatewayId)
    if (now?.saved !== was.saved) return []
    return describeWrongStreet(was, line) && now ? (describeWrongStreet(now, line) ?? []) : []
  })
}
