/**
 * A frequent act, of which only the first on a UTC day is recorded: a view by anybody except the owner, a download of a
 * file, or a read by a third party. `since` is the start of the person's access, if the caller has it. A change of the
 * owner restarts the access, so that the next view is recorded for the new owner. Specification 26.8.
 */
export type DailyAct = PersonAct | ProgramRead

export type PersonAct = { gatewayId: string; personId: string } & (
  | { kind: 'values-viewed' | 'history-viewed'; since?: string }
  | { kind: 'export-downloaded'; fileId: string }
)

/** A read by a client of a third party. `since`: the start of the time of the person who shares the data, RFC 3339. */
export type ProgramRead = {
  gatewayId: string
  clientId: string
  kind: 'values-viewed' | 'history-viewed' | 'faults-viewed'
  since: string
}

/**
 * Records an act in the background. Never throws. Runs no statement if this process has recorded the act on the same
 * day.
 */
export type RecordDailyAct = (act: DailyAct) => void
