import { loadavg } from 'node:os'
import { quantile, ratioOf, relativeSpreadOf } from './measure-in-turns.ts'

/** The limit of a measured value, including the limit itself. If null, the value has no limit. */
export type FigureLimit = { atLeast: number } | { atMost: number } | { from: number; to: number } | null

/**
 * The limit of the ratio of a baseline that is compared with itself. Outside this limit, the measuring error is so
 * large that the other ratios mean nothing.
 */
export const limitOfBaselineAgainstItself: FigureLimit = { from: 0.9, to: 1.1 }

export type RatioLine = { limit: FigureLimit; figures: string }

/** Prints one line with the ratio of two contenders whose values were measured in the same rounds. */
export function printRatio(
  label: string,
  [one, other]: readonly [readonly number[], readonly number[]],
  { limit, figures }: RatioLine,
): void {
  const { value, spread } = ratioOf(one, other)
  print(label, { value, shown: value.toFixed(2), unit: '', spread, limit, figures })
}

/**
 * The format of a printed figure. `digits`: the number of decimals. `by`: whether the limit applies to the median
 * (the default) or to the maximum.
 */
export type FigureLine = { unit: string; digits?: number; by?: 'median' | 'max'; limit: FigureLimit; figures: string }

/** Prints one line with a measured value, its spread, and the minimum, median and maximum of all rounds. */
export function printFigure(
  label: string,
  values: readonly number[],
  { unit, digits = 1, by = 'median', limit, figures }: FigureLine,
): void {
  const value = quantile(values, by === 'median' ? 0.5 : 1)
  const [min, middle, max] = [0, 0.5, 1].map((part) => quantile(values, part).toFixed(digits))
  const shown = `${value.toFixed(digits)} ${unit}`.trim()
  const all = values.length === 1 ? figures : `min ${min}, median ${middle}, max ${max} of ${values.length}; ${figures}`
  print(label, { value, shown, unit, spread: relativeSpreadOf(values), limit, figures: all })
}

type Line = { value: number; shown: string; unit: string; spread: number; limit: FigureLimit; figures: string }

/**
 * Prints a line, with the load average of the last minute. If the value is outside the limit, sets the exit code of
 * the benchmark to 1.
 */
function print(label: string, { value, shown, unit, spread, limit, figures }: Line): void {
  const isHeld = isWithinLimit(limit, value)
  if (!isHeld) process.exitCode = 1
  const asked = `${formatLimit(limit, unit)}${isHeld ? '' : ', MISSED'}`
  const around = Number.isFinite(spread) ? ` ±${Math.round(50 * spread)} %` : ''
  process.stdout.write(`${label}: ${shown}${around} (${asked}) ${figures}; load ${loadavg()[0]?.toFixed(1)}\n`)
}

/**
 * Returns whether a value is within its limit. NaN is within no limit, because it means that this machine cannot
 * measure the value.
 */
export function isWithinLimit(limit: FigureLimit, value: number): boolean {
  if (limit === null) return true
  if ('atLeast' in limit) return value >= limit.atLeast
  if ('atMost' in limit) return value <= limit.atMost
  return value >= limit.from && value <= limit.to
}

/** Formats a limit for the printed line. */
export function formatLimit(limit: FigureLimit, unit: string): string {
  if (limit === null) return 'no limit'
  const of = (value: number) => `${value} ${unit}`.trim()
  if ('atLeast' in limit) return `limit at least ${of(limit.atLeast)}`
  if ('atMost' in limit) return `limit at most ${of(limit.atMost)}`
  return `limit from ${of(limit.from)} to ${of(limit.to)}`
}
