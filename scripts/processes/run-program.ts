import { describeDiskError } from './describe-disk-error.ts'
import { callWhenNpmEnds } from './npm-process.ts'
import { StartError } from './start-error.ts'

/** The functions with which a program prints, ends, and runs code at its end. */
export type ProgramControls = {
  printLine(text: string): void
  printError(text: string): void
  /** Prints a sentence, and ends the program with exit code 1. */
  giveUp(text: string): void
  /**
   * Registers a function to run at the end of the program. The functions run in reverse order of their registration.
   */
  runAtEnd(end: () => Promise<unknown>): void
}

type ProgramOptions = {
  /** The exit code after a signal. */
  codeOfSignal: number
  /** A text to print at Ctrl-C. */
  farewell?: string
}

/**
 * Runs `body` as the program of this process. The program ends at Ctrl-C, SIGTERM, a closed terminal, the end of the
 * parent process, or an error of `body`. A StartError is printed as one sentence, with exit code 1.
 *
 * `body` returns the exit code; if it returns undefined, the program continues to run.
 */
export async function runProgram(
  { codeOfSignal, farewell }: ProgramOptions,
  body: (program: ProgramControls) => Promise<number | undefined>,
): Promise<void> {
  const ends: (() => Promise<unknown>)[] = []
  let exitPromise: Promise<void> | undefined
  const exit = (code: number): Promise<void> => (exitPromise ??= endAll(ends).then(() => process.exit(code)))
  const stop = (): void => void exit(codeOfSignal)
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, stop)
  if (farewell !== undefined) process.once('SIGINT', () => printLine(farewell))
  await callWhenNpmEnds(stop)
  const giveUp = (text: string): void => {
    printError(text)
    void exit(1)
  }
  try {
    const code = await body({ printLine, printError, giveUp, runAtEnd: (end) => void ends.push(end) })
    if (code !== undefined) await exit(code)
  } catch (error) {
    if (!exitPromise) printError(describeErrorForTerminal(error as Error))
    await exit(1)
  }
}

async function endAll(ends: (() => Promise<unknown>)[]): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}

/** Returns one sentence for an error that a person can fix. Returns the stack of any other error. */
export function describeErrorForTerminal(error: Error): string {
  if (error instanceof StartError) return error.message
  return describeDiskError(error) ?? error.stack ?? error.message
}

function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

function printError(text: string): void {
  process.stderr.write(`${text}\n`)
}
