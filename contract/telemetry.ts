/** How many months telemetry and derived data are stored at least; whole months are deleted. Specification 14.5. */
export const telemetryKeptMonths = 24

/**
 * The start of stored telemetry at `now`, both in epoch milliseconds: the beginning, in UTC, of the month 24 months
 * ago. Listener, retention, page and packages all use it. Specification 14.5 and 15.
 */
export function telemetryKeptSince(now: number): number {
  const moment = new Date(now)
  return Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() - telemetryKeptMonths)
}

/** A gateway without a report for this long is OFFLINE. Specification 14.1. */
export const silentAfterMs = 15 * 60 * 1000
