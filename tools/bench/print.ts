import { loadavg } from 'node:os'
import { quantile, ratioOf, spreadOf } from './turns.ts'

/** What is asked of a figure; null asks nothing. */
export type Bar = { atLeast: number } | { atMost: number } | { from: number; to: number } | null

/** Of a floor against itself: how far chance may go for the other ratios to say something. */
export const barOfSame: Bar = { from: 0.9, to: 1.1 }

export type RatioLine = { bar: Bar; figures: string }

/** Prints in one line how what was measured compares with what else was measured in the same rounds. */
export function printRatio(
  what: string,
  [one, other]: readonly [readonly number[], readonly number[]],
  { bar, figures }: RatioLine,
): void {
  const { value, spread } = ratioOf(one, other)
  print(what, { value, shown: value.toFixed(2), unit: '', spread, bar, figures })
}

/** `digits`: after the point; `by`: what the bar is asked of. */
export type FigureLine = { unit: string; digits?: number; by?: 'median' | 'most'; bar: Bar; figures: string }

/** Prints in one line what something takes, how far the quarters lie apart, the least, the middle and the most. */
export function printFigure(
  what: string,
  values: readonly number[],
  { unit, digits = 1, by = 'median', bar, figures }: FigureLine,
): void {
  const value = quantile(values, by === 'median' ? 0.5 : 1)
  const [least, middle, most] = [0, 0.5, 1].map((part) => quantile(values, part).toFixed(digits))
  const shown = `${value.toFixed(digits)} ${unit}`.trim()
  const all =
    values.length === 1 ? figures : `least ${least}, median ${middle}, most ${most} of ${values.length}; ${figures}`
  print(what, { value, shown, unit, spread: spreadOf(values), bar, figures: all })
}

type Line = { value: number; shown: string; unit: string; spread: number; bar: Bar; figures: string }

/** With how busy the machine has been in the last minute. A bar that is missed fails the bench when it ends. */
function print(what: string, { value, shown, unit, spread, bar, figures }: Line): void {
  const isHeld = holdsBar(bar, value)
  if (!isHeld) process.exitCode = 1
  const asked = `${textOf(bar, unit)}${isHeld ? '' : ', MISSED'}`
  const around = Number.isFinite(spread) ? ` ±${Math.round(50 * spread)} %` : ''
  process.stdout.write(`${what}: ${shown}${around} (${asked}) ${figures}; load ${loadavg()[0]?.toFixed(1)}\n`)
}

/** What is no number, as of a machine that could not tell, holds none. */
export function holdsBar(bar: Bar, value: number): boolean {
  if (bar === null) return true
  if ('atLeast' in bar) return value >= bar.atLeast
  if ('atMost' in bar) return value <= bar.atMost
  return value >= bar.from && value <= bar.to
}

function textOf(bar: Bar, unit: string): string {
  if (bar === null) return 'no bar'
  const of = (value: number) => `${value} ${unit}`.trim()
  if ('atLeast' in bar) return `bar at least ${of(bar.atLeast)}`
  if ('atMost' in bar) return `bar at most ${of(bar.atMost)}`
  return `bar from ${of(bar.from)} to ${of(bar.to)}`
}
