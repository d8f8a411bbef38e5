/**
 * Something that a person does often, and that is recorded at its first time on a UTC day: a view by anybody but the
 * owner, or a download of a file. `since` is the start of the person's access, if the caller has it: it is later for
 * each new owner, who learns of the next view. Specification 26.8.
 */
export type DailyAct = { gatewayId: string; personId: string } & (
  | { kind: 'values-viewed' | 'history-viewed'; since?: string }
  | { kind: 'export-downloaded'; fileId: string }
)

/** Has an act recorded in the background. Never throws, and costs no statement if it was recorded today. */
export type RecordDailyAct = (act: DailyAct) => void
