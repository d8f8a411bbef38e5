import { datapoints, type Datapoint, type DatapointValues } from '#contract/datapoints.ts'
import { units, type Unit } from '#contract/push.ts'
import { silentAfterMs } from '#contract/telemetry.ts'

export type StoredReport = {
  /** Epoch milliseconds. */
  at: number
  /** RFC 3339 in UTC, milliseconds. */
  ts: string
  unit: Unit
  /** Seconds from the report's own time to its reception. */
  late: number
  values: Readonly<Record<string, unknown>>
}

export type Quality = 'good' | 'stale' | 'suspect'

/** `unit` is a UCUM code, empty where there is none. */
export type Reading = { id: string; value: unknown; unit: string; quality: Quality }

/** A gateway that is silent for so long is OFFLINE (Specification 14), so what comes later is no longer news. */
export const staleAfterSeconds = silentAfterMs / 1000

/** A report from further ahead has a wrong time. */
export const aheadAtMostSeconds = 5 * 60

/** By unit, then key. */
const known = new Map(units.map((unit) => [unit, keysOf(unit)]))

function keysOf(unit: Unit): ReadonlyMap<string, Datapoint> {
  return new Map(
    datapoints.filter((datapoint) => datapoint.unit === unit).map((datapoint) => [datapoint.key, datapoint]),
  )
}

/** The readings of one report, sorted by datapoint. What the dictionary does not know is kept, too. */
export function readingsOf(report: StoredReport): Reading[] {
  const inTime = qualityOfTime(report.late)
  const keys = known.get(report.unit)
  const readings: Reading[] = []
  for (const key of Object.keys(report.values).toSorted(byText))
    readings.push(readingOf(report, { key, about: keys?.get(key), inTime }))
  return readings
}

type Found = { key: string; about: Datapoint | undefined; inTime: Quality }

function readingOf({ unit, values }: StoredReport, { key, about, inTime }: Found): Reading {
  const value = values[key]
  if (!about) return { id: `${unit}.${key}`, value, unit: '', quality: inTime }
  const quality = isPlausible(about.values, value) ? inTime : 'suspect'
  return { id: about.id, value, unit: about.values.type === 'number' ? about.values.unit : '', quality }
}

function qualityOfTime(late: number): Quality {
  if (late < -aheadAtMostSeconds) return 'suspect'
  return late > staleAfterSeconds ? 'stale' : 'good'
}

// No text is a way to say that there is nothing to say, as of a fault; no number is not.
function isPlausible(about: DatapointValues, value: unknown): boolean {
  switch (about.type) {
    case 'number':
      return typeof value === 'number' && value >= about.min && value <= about.max
    case 'boolean':
      return typeof value === 'boolean'
    case 'enum':
      return typeof value === 'string' && about.values.includes(value)
    case 'text':
      return value === null || (typeof value === 'string' && value.length <= about.maxLength)
  }
}

/** By code unit, as a sort of plain text is everywhere, whatever the language. */
function byText(a: string, b: string): number {
  return a < b ? -1 : 1
}
