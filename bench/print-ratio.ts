import { loadavg } from 'node:os'

export type Result = {
  bar: string
  figures: string
  /** How far the rounds lie apart, as a part of the ratio. */
  spread?: number
}

/**
 * Prints a result in one line: how it compares, what is asked of it, the figures behind it, and how busy the machine has
 * been in the last minute.
 */
export function printRatio(what: string, ratio: number, { bar, figures, spread }: Result): void {
  const around = spread === undefined ? '' : ` ±${Math.round((100 * spread) / 2)} %`
  process.stdout.write(
    `${what}: ${ratio.toFixed(2)}${around} (bar ${bar}) ${figures}; load ${loadavg()[0]?.toFixed(1)}\n`,
  )
}
