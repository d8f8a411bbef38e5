import { type HistoryDatapoint, historyDatapoints } from '#contract/datapoints.ts'
import type { HourValuesByDatapoint, HourValues } from './format/packed-hours.ts'
import { type TelemetryReport, dayMicros } from './telemetry-report.ts'

/** Whether a value is in the range of measurements of a heating system, from -100 to 250. Specification 24.1. */
export function isPlausibleMeasurement(value: unknown): value is number {
  return typeof value === 'number' && value >= -100 && value <= 250
}

/** The datapoints that histories and charts show, by unit. */
const measuredOf: ReadonlyMap<string, readonly HistoryDatapoint[]> = Map.groupBy(historyDatapoints, ({ unit }) => unit)

const hourMicros = dayMicros / 24
/**
 * The factor for rounding sums to six decimals. Sums of values with up to six decimals are then exact; a thermometer
 * has one decimal.
 */
const sumDigits = 1e6

/** Rounds the sum of an hour, so that the sum is the same from packed hours and from reports. */
export function roundHourSum(sum: number): number {
  return Math.round(sum * sumDigits) / sumDigits
}

/**
 * Creates a collector for the hours of a day (epoch days). Pass it the day's reports, sorted by `compareReports`, then
 * call `end`.
 */
export function createHourCollector(day: number): {
  note(reports: readonly TelemetryReport[]): void
  end(): HourValuesByDatapoint
} {
  const hoursOf = new Map<string, HourValues[]>(historyDatapoints.map(({ id }) => [id, []]))

  function addValue({ id, isCharted }: HistoryDatapoint, hour: number, value: number): void {
    const hours = hoursOf.get(id)
    const last = hours?.at(-1)
    if (last?.hour !== hour) {
      hours?.push({ hour, least: value, most: value, last: value, sum: isCharted === true ? value : null, count: 1 })
      return
    }
    last.least = Math.min(last.least, value)
    last.most = Math.max(last.most, value)
    last.last = value
    if (last.sum !== null) last.sum += value
    last.count += 1
  }

  function note(reports: readonly TelemetryReport[]): void {
    for (const { micros, unit, values } of reports) {
      const hour = Math.floor((micros - day * dayMicros) / hourMicros)
      for (const datapoint of measuredOf.get(unit) ?? []) {
        const value = Object.hasOwn(values, datapoint.key) ? values[datapoint.key] : undefined
        // Adds 0, because this converts -0 to 0.
        if (isPlausibleMeasurement(value)) addValue(datapoint, hour, value + 0)
      }
    }
  }

  function end(): HourValuesByDatapoint {
    for (const values of hoursOf.values())
      for (const each of values) if (each.sum !== null) each.sum = roundHourSum(each.sum)
    return hoursOf
  }

  return { note, end }
}
