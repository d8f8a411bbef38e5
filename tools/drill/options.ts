import { parseArgs } from 'node:util'
import { StartError } from '../../scripts/processes/start-error.ts'

/** The options of a drill. */
export type DrillOptions = {
  isShort: boolean
  /** The number of tries of each fault, in place of the plan's. */
  tries: number | undefined
  /** A part of the names of the faults to try. */
  only: string | undefined
  /** A file `N passed, N failed` in which the drill counts as one more test. */
  summary: string | undefined
}

/**
 * Reads `--short`, `--tries 10`, `--only text`, `--summary file`.
 * @throws StartError
 */
export function drillOptions(args: readonly string[]): DrillOptions {
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
