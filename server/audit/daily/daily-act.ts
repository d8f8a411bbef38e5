/**
 * Something that is done often, and that is recorded at its first time on a UTC day: a view by anybody but the
 * owner, a download of a file, or what a third party read. `since` is the start of the person's access, if the caller has it. A change of the
 * owner restarts the access, so that the new owner's activity has the next view. Specification 26.8.
 */
export type DailyAct = PersonAct | ProgramRead

export type PersonAct = { gatewayId: string; personId: string } & (
  | { kind: 'values-viewed' | 'history-viewed'; since?: string }
  | { kind: 'export-downloaded'; fileId: string }
)

/** What a program of a third party read. `since`: the start of the time of the person who shares it, RFC 3339. */
export type ProgramRead = {
  gatewayId: string
  clientId: string
  kind: 'values-viewed' | 'history-viewed' | 'faults-viewed'
  since: string
}

/** Records an act in the background. Never throws, and costs no statement if the act was recorded today. */
export type RecordDailyAct = (act: DailyAct) => void
