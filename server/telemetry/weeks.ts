/** Epoch days, both included. */
export type EpochDays = { first: number; last: number }

const dayMs = 86_400_000
const daysOfWeek = 7
const weeksOfMonth = 4

/**
 * The week of a day (epoch days): the days of its month from 1 to 7, 8 to 14, 15 to 21, or from 22 on. A week lies within a
 * month, since each month has a partition.
 */
export function weekOf(day: number): EpochDays {
  const date = new Date(day * dayMs)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return (
    weeksOf(year, month)[Math.min(Math.ceil(date.getUTCDate() / daysOfWeek), weeksOfMonth) - 1] ?? {
      first: day,
      last: day,
    }
  )
}

/** The four weeks of a month; `month` from 0. */
export function weeksOf(year: number, month: number): EpochDays[] {
  const firstOf = (date: number) => Date.UTC(year, month, date) / dayMs
  const afterMonth = Date.UTC(year, month + 1) / dayMs
  return Array.from({ length: weeksOfMonth }, (_, week) => ({
    first: firstOf(1 + week * daysOfWeek),
    last: week === weeksOfMonth - 1 ? afterMonth - 1 : firstOf(1 + (week + 1) * daysOfWeek) - 1,
  }))
}
