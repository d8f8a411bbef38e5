/**
 * An acknowledged report. `at` is the time of the report in epoch milliseconds, which identifies the report of a
 * gateway.
 */
export type AcknowledgedReport = { serial: string; at: number }

/** The acknowledged reports that no check has found in the database yet. */
export type ReportLedger = {
  acknowledge(report: AcknowledgedReport): void
  /** Returns all reports that are not removed, for a check. */
  take(): readonly AcknowledgedReport[]
  /** Removes the reports that the last `take` returned. */
  removeTaken(): void
}

export function createReportLedger(): ReportLedger {
  let reports: AcknowledgedReport[] = []
  let taken = 0
  return {
    acknowledge: (report) => void reports.push(report),
    take: () => {
      taken = reports.length
      return [...reports]
    },
    removeTaken: () => {
      reports = reports.slice(taken)
      taken = 0
    },
  }
}
