import { loadavg } from 'node:os'
import { median, quantile } from './turns.ts'

export type BarredFigure = { unit: string; bar: number; figures: string }

/** Prints in one line what something takes: the median, how far the quarters lie apart, and what is asked of it. */
export function printFigure(what: string, values: readonly number[], { unit, bar, figures }: BarredFigure): void {
  const middle = median(values)
  const spread = Math.round((50 * (quantile(values, 0.75) - quantile(values, 0.25))) / middle)
  process.stdout.write(
    `${what}: ${middle.toFixed(1)} ${unit} ±${spread} % (bar at most ${bar} ${unit}) ` +
      `least ${Math.min(...values).toFixed(1)} ${unit}; ${figures}; load ${loadavg()[0]?.toFixed(1)}\n`,
  )
}
