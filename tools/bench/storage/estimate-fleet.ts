import { dayMs } from '#contract/durations.ts'

/**
 * Measured costs. `rowBytes`: the size of a report as a row. `dayBytes` and `mergedDayBytes`: the size of a day of a
 * gateway, packed or in a merged month. `dayMs`: the CPU time to pack and merge such a day.
 */
export type MeasuredCosts = { rowBytes: number; dayBytes: number; mergedDayBytes: number; dayMs: number }

const gateways = 10_000_000
const reportsOfDay = 24 * 24
const daysKept = 730
/**
 * The maximum number of days that are stored as rows. Packing of a day begins 25 hours after its end, and takes 13
 * hours for all gateways.
 */
const daysAsRows = 2.6
/**
 * The maximum number of packed days that are not merged. Merging of a month begins 2 days after its end, and takes 11
 * days; the packed days are dropped at the end.
 */
const daysPacked = 44

/**
 * Estimates 10,000,000 gateways: the disk space at its maximum in terabytes, and the number of CPU cores that pack
 * and merge. docs/explanation/scaling.md
 */
export function estimateFleetCosts({ rowBytes, dayBytes, mergedDayBytes, dayMs: cpuMsOfDay }: MeasuredCosts): {
  terabytes: number
  cores: number
} {
  const bytes = rowBytes * reportsOfDay * daysAsRows + dayBytes * daysPacked + mergedDayBytes * daysKept
  return { terabytes: (gateways * bytes) / 1e12, cores: (gateways * cpuMsOfDay) / dayMs }
}
