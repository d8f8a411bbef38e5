/** The folder, the output and the clean-up functions of a trial with external software. */
export type Trial = {
  folder: string
  printLine(text: string): void
  printPassed(what: string): void
  /** Registers a function that runs after the trial, even if the trial fails. The functions run in reverse order. */
  runAtEnd(end: () => Promise<unknown>): void
}
