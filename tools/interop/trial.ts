/** What a trial is given: where its files go, how it tells of itself, and who ends what it starts. */
export type Trial = {
  folder: string
  say(text: string): void
  passed(what: string): void
  /** Ends something once the trial is over, or has failed, the last thing first. */
  atEnd(end: () => Promise<unknown>): void
}
