/** A report that was acknowledged: its gateway, and its time in epoch milliseconds, which identifies it. */
export type AcknowledgedReport = { serial: string; at: number }

/** The acknowledged reports that no check has found in the database so far. */
export type Ledger = {
  acknowledge(report: AcknowledgedReport): void
  /** Returns all of them, for a check. */
  take(): readonly AcknowledgedReport[]
  /** Removes the reports of the last `take`, because the check found them. */
  removeTaken(): void
}

export function openLedger(): Ledger {
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
