import type { RunningCluster } from '../cluster/cluster-control.ts'
import type { ExportRecord } from './exporters.ts'
import type { Findings } from './findings.ts'
import type { ReportLedger } from './report-ledger.ts'
import type { RecordRestorePoint } from './machine-faults.ts'
import { describeWrongStreet, type SaveRecord, type ExpectedStreet } from './savers.ts'
import {
  findPrimaryUrl,
  findInvalidRows,
  findMissingExports,
  findMissingReports,
  readServerTime,
  readStoredStreets,
} from './store.ts'

type Promised = { saved: SaveRecord; exported: ExportRecord; ledger: ReportLedger; findings: Findings }

/**
 * Creates the function that records a restore point. The recorded restore point later checks a database that was
 * restored to its time.
 */
export function createRestorePointRecorder(
  { serverUrls }: RunningCluster,
  { saved, exported, ledger, findings }: Promised,
): RecordRestorePoint {
  return async () => {
    const reports = ledger.take()
    const exports = [...exported.requests]
    const before = copyOf(saved)
    const moment = await readServerTime(await findPrimaryUrl(serverUrls))
    const after = copyOf(saved)
    const check = async (url: string): Promise<void> => {
      const lost = [
        ...(await findMissingReports(url, reports)),
        ...(await findMissingExports(url, exports)),
        ...(await missingStreets(url, before, after)),
        ...(await findInvalidRows(url)),
      ]
      for (const finding of lost) findings.broken(`after the restore ${finding}`)
    }
    return { moment, check }
  }
}

/** Copies the expected addresses. A street whose save got no answer counts as possible without a time limit. */
function copyOf({ streets }: SaveRecord): ExpectedStreet[] {
  return streets.map(({ maybe, ...street }) => ({
    ...street,
    maybe: maybe.map((sent) => ({ ...sent, until: Infinity })),
  }))
}

/**
 * Describes the addresses that are not stored as expected. Skips an address if a save of it was answered while the
 * time of the restore was read.
 */
async function missingStreets(url: string, before: ExpectedStreet[], after: ExpectedStreet[]): Promise<string[]> {
  const found = await readStoredStreets(
    url,
    before.map(({ gatewayId }) => gatewayId),
  )
  return before.flatMap((was, index) => {
    const now = after[index]
    if (!now || now.saved !== was.saved) return []
    return describeWrongStreet({ ...was, maybe: [...was.maybe, ...now.maybe] }, found.get(was.gatewayId)) ?? []
  })
}
