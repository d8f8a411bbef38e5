import { dayMs } from '#contract/durations.ts'

/** A range of epoch days. Both days belong to the range. */
export type EpochDayRange = { first: number; last: number }

/** Returns the first day of the month that contains a day; both are epoch days. */
export function firstDayOfMonth(day: number): number {
  const date = new Date(day * dayMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / dayMs
}
