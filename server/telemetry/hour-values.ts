import { type HistoryDatapoint, historyDatapoints } from '#contract/datapoints.ts'
import type { DayHours, HourValues } from './format/hours.ts'
import { type TelemetryReport, dayMicros } from './report.ts'

/** A value that something of a heating system may measure. Specification 24.1. */
export function isMeasured(value: unknown): value is number {
  return typeof value === 'number' && value >= -100 && value <= 250
}

/** The datapoints of each unit that histories and charts show. */
const measuredOf: ReadonlyMap<string, readonly HistoryDatapoint[]> = Map.groupBy(historyDatapoints, ({ unit }) => unit)

const hourMicros = dayMicros / 24
/** Sums of what has up to six digits after the point are exact so; a thermometer has one. */
const sumDigits = 1e6

/** The sum of an hour, the same out of its reports and packed. */
export function roundSum(sum: number): number {
  return Math.round(sum * sumDigits) / sumDigits
}

/** Makes the hours of a day out of its reports, which come in their order. `day`: epoch days. */
export function createDayHours(day: number): { note(reports: readonly TelemetryReport[]): void; end(): DayHours } {
  const hoursOf = new Map<string, HourValues[]>(historyDatapoints.map(({ id }) => [id, []]))

  function noteValue({ id, isCharted }: HistoryDatapoint, hour: number, value: number): void {
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
        // Zero has a sign that no thermometer shows.
        if (isMeasured(value)) noteValue(datapoint, hour, value + 0)
      }
    }
  }

  function end(): DayHours {
    for (const values of hoursOf.values())
      for (const each of values) if (each.sum !== null) each.sum = roundSum(each.sum)
    return hoursOf
  }

  return { note, end }
}
