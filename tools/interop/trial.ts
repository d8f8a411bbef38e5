/** The folder, the output and the cleanup of a trial. */
export type Trial = {
  folder: string
  printLine(text: string): void
  passed(what: string): void
  /** Registers a function to run after the trial, also a failed one; the last registered one runs first. */
  atEnd(end: () => Promise<unknown>): void
}
