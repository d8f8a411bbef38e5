/**
 * A stored report. `micros`: its own time in epoch microseconds; `lateMicros`: from then to its reception, negative if the
 * gateway's clock is ahead. A gateway has one report of a unit at a moment.
 */
export type TelemetryReport = {
  micros: number
  unit: string
  lateMicros: number
  values: Readonly<Record<string, unknown>>
}

/** The order of reports everywhere: by time, then by the code units of `unit`. */
export function compareReports(one: TelemetryReport, other: TelemetryReport): number {
  if (one.micros !== other.micros) return one.micros - other.micros
  if (one.unit === other.unit) return 0
  return one.unit < other.unit ? -1 : 1
}

export const dayMicros = 86_400_000_000

/** The day (epoch days, UTC) of a moment in epoch microseconds. */
export function epochDayOf(micros: number): number {
  return Math.floor(micros / dayMicros)
}

/** `YYYY-MM-DD` of epoch days. */
export function nameOfDay(day: number): string {
  return new Date((day * dayMicros) / 1000).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** Epoch days of `YYYY-MM-DD`. */
export function dayFromName(name: string): number {
  return Date.parse(`${name}T00:00:00Z`) / (dayMicros / 1000)
}
