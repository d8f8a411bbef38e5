import { telemetryKeptMonths } from '#contract/telemetry.ts'

/** The beginning of the first month kept at `now`, both in epoch milliseconds. */
export function keptFrom(now: number): number {
  const moment = new Date(now)
  return Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() - telemetryKeptMonths, 1)
}
