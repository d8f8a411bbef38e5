import { dayMs } from '#contract/durations.ts'

/** A range of time in epoch milliseconds. `from` is inside the range, `until` is not. */
export type TimeRange = { from: number; until: number }

const namePattern = /^telemetry_(?:day_)?(\d{4})_(\d\d)(?:_(\d\d))?$/u

/**
 * Returns the range of time of a partition by its name: a day of `telemetry`, a month of `telemetry_day`, or a month
 * of `telemetry`, for past data. For any other name, returns the range of all time.
 */
export function timeRangeOfPartition(name: string): TimeRange {
  const [, year, month, day] = namePattern.exec(name) ?? []
  if (year === undefined) return { from: -Infinity, until: Infinity }
  if (day === undefined) return { from: Date.UTC(+year, Number(month) - 1), until: Date.UTC(+year, Number(month)) }
  const from = Date.UTC(+year, Number(month) - 1, Number(day))
  return { from, until: from + dayMs }
}

export function areRangesOverlapping(one: TimeRange, other: TimeRange): boolean {
  return one.from < other.until && other.from < one.until
}
