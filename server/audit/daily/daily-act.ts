/**
 * Something that a person does often, and that is recorded at its first time on a UTC day: a view by anybody but the
 * owner, or a download of a file. `since` is the start of the person's access, if the caller has it. A change of the
 * owner restarts the access, so that the new owner's activity has the next view. Specification 26.8.
 */
export type DailyAct = { gatewayId: string; personId: string } & (
  | { kind: 'values-viewed' | 'history-viewed'; since?: string }
  | { kind: 'export-downloaded'; fileId: string }
)

/** Records an act in the background. Never throws, and costs no statement if the act was recorded today. */
export type RecordDailyAct = (act: DailyAct) => void
