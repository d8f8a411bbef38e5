/** Months for which telemetry is kept; whole months are deleted. Decisions 5. */
export const monthsKept = 24

/** The beginning of the first month kept at `now`, both in epoch milliseconds. */
export function keptFrom(now: number): number {
  const moment = new Date(now)
  return Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() - monthsKept, 1)
}
