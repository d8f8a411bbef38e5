import { minuteMs } from './durations.ts'

/**
 * The minimum number of months for which telemetry and derived data are stored. Only whole months are deleted.
 * Specification 14.5.
 */
export const telemetryRetentionMonths = 24

/**
 * Returns the start of the stored telemetry at `now`, both in epoch milliseconds: the beginning, in UTC, of the month
 * 24 months ago. The listener, the retention, the page and the packages use this time. Specification 14.5 and 15.
 */
export function telemetryStoredSince(now: number): number {
  const moment = new Date(now)
  return Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() - telemetryRetentionMonths)
}

/** The time without a report, in ms, after which a gateway is OFFLINE. Specification 14.1. */
export const offlineAfterSilenceMs = 15 * minuteMs
