import { parseArgs, type ParseArgsConfig } from 'node:util'
import { StartError } from '../../scripts/processes/start-error.ts'

/** Reads the options of a command line. @throws StartError if an option is unknown or lacks its value */
export function parseOptions<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new StartError((error as Error).message)
  }
}

/** Returns the number in the text of an option. @throws StartError if it is not a whole number, or less than `min` */
export function parseNumber(text: string, min: number): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= min) return number
  throw new StartError(`"${text}" is not a number of at least ${min}.`)
}
