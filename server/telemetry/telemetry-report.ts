/**
 * A stored report. `micros`: the time stamp by the gateway, in epoch microseconds. `lateMicros`: the microseconds
 * from that time to the reception; negative if the gateway's clock is ahead. A gateway has at most one report of a
 * unit with the same time stamp.
 */
export type TelemetryReport = {
  micros: number
  unit: string
  lateMicros: number
  values: Readonly<Record<string, unknown>>
}

/**
 * Compares two reports for the order in which reports are stored and read: by time, then by the code units of `unit`.
 */
export function compareReports(one: TelemetryReport, other: TelemetryReport): number {
  if (one.micros !== other.micros) return one.micros - other.micros
  if (one.unit === other.unit) return 0
  return one.unit < other.unit ? -1 : 1
}

export const dayMicros = 86_400_000_000

/** Returns the day (epoch days, UTC) of a time in epoch microseconds. */
export function epochDayOf(micros: number): number {
  return Math.floor(micros / dayMicros)
}

/** Formats epoch days as `YYYY-MM-DD`. */
export function formatEpochDay(day: number): string {
  return new Date((day * dayMicros) / 1000).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** Parses `YYYY-MM-DD` to epoch days. */
export function parseEpochDay(name: string): number {
  return Date.parse(`${name}T00:00:00Z`) / (dayMicros / 1000)
}
