/** Measured unit costs: bytes of a report as a row and of a gateway's day, and the CPU of packing and merging a day in ms. */
export type UnitCosts = { rowBytes: number; dayBytes: number; mergedDayBytes: number; dayMs: number }

const gateways = 10_000_000
const reportsOfDay = 24 * 24
const daysKept = 730
/** A day is packed 25 hours after its end, which takes 13 hours. */
const daysAsRows = 2.6
/** A month is merged 2 days after its end, which takes 11 days; its packed days are dropped at the end. */
const daysPacked = 44
const dayMs = 86_400_000

/** The disk at the fullest moment in terabytes, and the cores that pack and merge, of 10,000,000 gateways. docs/explanation/scaling.md */
export function estimateFleet({ rowBytes, dayBytes, mergedDayBytes, dayMs: ofDay }: UnitCosts): {
  terabytes: number
  cores: number
} {
  const bytes = rowBytes * reportsOfDay * daysAsRows + dayBytes * daysPacked + mergedDayBytes * daysKept
  return { terabytes: (gateways * bytes) / 1e12, cores: (gateways * ofDay) / dayMs }
}
