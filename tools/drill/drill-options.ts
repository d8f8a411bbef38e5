import { parseArgs } from 'node:util'
import { StartError } from '../../scripts/processes/start-error.ts'

/** The command line options of a drill. */
export type DrillOptions = {
  isShort: boolean
  /** The number of tries of each fault. If undefined, the plan has the number. */
  tries: number | undefined
  /** A part of the names of the faults to try; undefined to try all. */
  only: string | undefined
  /**
   * The path of a file with the text `N passed, N failed`. The drill adds itself to these counts like one more test.
   */
  summary: string | undefined
}

/**
 * Reads the options `--short`, `--tries 10`, `--only text` and `--summary file`.
 *
 * @throws StartError if an option is invalid
 */
export function parseDrillOptions(args: readonly string[]): DrillOptions {
  const { short = false, tries, only, summary } = parseOptions(args)
  if (tries !== undefined && !/^[1-9]\d*$/u.test(tries))
    throw new StartError(`"${tries}" is not a number of at least 1.`)
  return { isShort: short, tries: tries === undefined ? undefined : Number(tries), only, summary }
}

function parseOptions(args: readonly string[]) {
  const text = { type: 'string' } as const
  const options = { short: { type: 'boolean' }, tries: text, only: text, summary: text } as const
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new StartError((error as Error).message)
  }
}
