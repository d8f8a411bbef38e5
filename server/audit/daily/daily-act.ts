/**
 * An act that occurs often: a view by anybody except the owner, a download of a file, or a read by a third party. Only
 * the first act on a UTC day is recorded. `since`: when the person's access started, if the caller has that time. If a
 * new owner restarts the access of a person, the person's next view with the new `since` is recorded again.
 * Specification 26.8.
 */
export type DailyAct = PersonDailyAct | ProgramDailyAct

export type PersonDailyAct = { gatewayId: string; personId: string } & (
  | { kind: 'values-viewed' | 'history-viewed'; since?: string }
  | { kind: 'export-downloaded'; fileId: string }
)

/**
 * A read by the client of a third party. `since`: the beginning of the period that the person who shares the data may
 * see, in RFC 3339.
 */
export type ProgramDailyAct = {
  gatewayId: string
  clientId: string
  kind: 'values-viewed' | 'history-viewed' | 'faults-viewed'
  since: string
}

/**
 * Records an act in the background. Never throws. If this process has already recorded the act on the same day, runs
 * no statement.
 */
export type RecordDailyAct = (act: DailyAct) => void
