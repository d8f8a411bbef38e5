import { dayS } from '#contract/durations.ts'

/** For each point, the minimum, mean and maximum of its day; null if the day has no value. */
export type DailyBand = { min: (number | null)[]; mean: (number | null)[]; max: (number | null)[] }

/** The minimum width of a day in CSS pixels. The line of a narrower day would be an unreadable zigzag. */
const readableDayPx = 16

/**
 * Returns whether the days are so narrow that a chart with one band for each day is easier to read. `at`: epoch
 * seconds; `width`: CSS pixels.
 */
export function needsDailyBands(
  { at, stepSeconds }: { at: readonly number[]; stepSeconds: number },
  width: number,
): boolean {
  if (stepSeconds >= dayS) return false
  return (at.length * stepSeconds) / dayS > width / readableDayPx
}

/**
 * Returns for each point the minimum, mean and maximum of its day in the reader's time zone. `at`: the times of the
 * points in epoch seconds.
 */
export function summarizeByDay(at: readonly number[], values: readonly (number | null)[]): DailyBand {
  const dayOf = at.map((each) => new Date(each * 1000).toDateString())
  const byDay = Map.groupBy(
    values.flatMap((value, index) => (value === null ? [] : [{ value, day: dayOf[index] }])),
    ({ day }) => day,
  )
  const days = new Map([...byDay].map(([day, points]) => [day, summaryOf(points.map(({ value }) => value))]))
  const ofEach = (part: keyof Summary) => dayOf.map((day) => days.get(day)?.[part] ?? null)
  return { min: ofEach('min'), mean: ofEach('mean'), max: ofEach('max') }
}

type Summary = { min: number; mean: number; max: number }

function summaryOf(values: readonly number[]): Summary {
  const sum = values.reduce((before, value) => before + value, 0)
  return { min: Math.min(...values), mean: sum / values.length, max: Math.max(...values) }
}
