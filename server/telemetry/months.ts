/** Epoch days, both included. */
export type EpochDays = { first: number; last: number }

const dayMs = 86_400_000

/** The first day of the month of a day (epoch days). */
export function firstOfMonth(day: number): number {
  const date = new Date(day * dayMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / dayMs
}
