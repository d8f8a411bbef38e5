import { parseArgs } from 'node:util'
import { StartError } from '../../scripts/world/start-error.ts'
import { fullScale, shortScale, type Scale } from './scale.ts'

/** What was asked of a drill. */
export type DrillOptions = {
  isShort: boolean
  scale: Scale
  /** How often each fault is to be tried in all, instead of as often as a whole drill does. */
  tries: number | undefined
  /** How long the identity provider is away, in seconds. */
  identityAwayS: number
  only: string | undefined
  /** A file `N passed, N failed` in which the drill counts as one more test. */
  summary: string | undefined
}

/** Reads `--short`, `--gateways 200`, `--pages 500`, `--savers 20`, `--exporters 4`, `--tries 10`, `--identity-away 300` (seconds), `--only text`, `--summary file`. Throws StartError. */
export function drillOptions(args: readonly string[]): DrillOptions {
  const { values } = parsed(args)
  const usual = values.short ? shortScale : fullScale
  return {
    isShort: values.short ?? false,
    scale: {
      gateways: numberOf(values.gateways, usual.gateways),
      pages: numberOf(values.pages, usual.pages),
      savers: numberOf(values.savers, usual.savers),
      exporters: numberOf(values.exporters, usual.exporters),
    },
    tries: values.tries === undefined ? undefined : numberOf(values.tries, 1),
    identityAwayS: numberOf(values['identity-away'], 300),
    only: values.only,
    summary: values.summary,
  }
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const
  const names = {
    gateways: text,
    pages: text,
    savers: text,
    exporters: text,
    tries: text,
    'identity-away': text,
    only: text,
    summary: text,
  }
  try {
    return parseArgs({ args: [...args], options: { short: { type: 'boolean' }, ...names } })
  } catch (error) {
    throw new StartError((error as Error).message)
  }
}

function numberOf(text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw new StartError(`"${text}" is no number of at least 1.`)
}
