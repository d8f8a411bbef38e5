/**
 * Returns the time that is `months` calendar months earlier, at the same time of day in UTC. If the earlier month has
 * no such day, the result is its last day: 31 March less one month is 28 or 29 February.
 */
export function subtractMonths(moment: Date, months: number): Date {
  const earlier = new Date(moment)
  earlier.setUTCDate(1)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  earlier.setUTCDate(Math.min(moment.getUTCDate(), daysOfMonth(earlier)))
  return earlier
}

function daysOfMonth(day: Date): number {
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
}
