import { datapoints, type Datapoint, type DatapointValues } from '#contract/datapoints.ts'
import { minuteS } from '#contract/durations.ts'
import { units, type Unit } from '#contract/event-bus.ts'
import { offlineAfterSilenceMs } from '#contract/telemetry.ts'

export type StoredReport = {
  /** The time of the report in epoch milliseconds. */
  at: number
  /** The time `at` in RFC 3339, in UTC with milliseconds. */
  ts: string
  unit: Unit
  /** The seconds between the report's own time and its reception. Negative if the gateway's clock is ahead. */
  late: number
  values: Readonly<Record<string, unknown>>
}

export type ReadingQuality = 'good' | 'stale' | 'suspect'

/**
 * The properties that all readings of a datapoint have in common. `about`: the datapoint's entry in the dictionary;
 * undefined if it has no entry. `unit` is the UCUM code of its unit of measure, or empty.
 */
export type ReportedDatapoint = { id: string; key: string; about: Datapoint | undefined; unit: string }

/**
 * The delay in seconds after which a received reading counts as stale. A gateway that sends nothing for this time is
 * OFFLINE (Specification 14).
 */
export const readingStaleAfterSeconds = offlineAfterSilenceMs / 1000

/**
 * The maximum time in seconds by which the time of a report may be ahead of its reception. If it is further ahead, the
 * time is wrong.
 */
export const maxReportAheadSeconds = 5 * minuteS

/** The datapoints of the dictionary. The outer keys are units, the inner keys the keys of datapoints. */
const keysOfUnit = new Map(units.map((unit) => [unit, keysOf(unit)]))

function keysOf(unit: Unit): ReadonlyMap<string, Datapoint> {
  return new Map(
    datapoints.filter((datapoint) => datapoint.unit === unit).map((datapoint) => [datapoint.key, datapoint]),
  )
}

/**
 * Creates a function that returns the datapoints of a report, sorted by key and converted by `prepare`. The result
 * includes datapoints that are not in the dictionary. Most reports have the same keys as the previous report of their
 * unit; for them, the function returns the previous result.
 */
export function createDatapointLookup<Prepared>(
  prepare: (datapoint: ReportedDatapoint) => Prepared,
): (report: StoredReport) => readonly Prepared[] {
  const before = new Map<Unit, { keys: readonly string[]; prepared: readonly Prepared[] }>()
  return ({ unit, values }) => {
    const keys = Object.keys(values)
    const same = before.get(unit)
    if (same && isSame(same.keys, keys)) return same.prepared
    const preparedColumns = keys.toSorted(byText).map((key) => prepare(toDatapoint(unit, key)))
    before.set(unit, { keys, prepared: preparedColumns })
    return preparedColumns
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((key, index) => key === others[index])
}

function toDatapoint(unit: Unit, key: string): ReportedDatapoint {
  const about = keysOfUnit.get(unit)?.get(key)
  return { id: `${unit}.${key}`, key, about, unit: about?.values.type === 'number' ? about.values.unit : '' }
}

/**
 * Returns the quality of one value of a report. A value is suspect if it is not plausible or its time is too far
 * ahead, and stale if it was received too long after its time.
 */
export function readingQualityOf({ key, about }: ReportedDatapoint, { late, values }: StoredReport): ReadingQuality {
  return about && !isPlausible(about.values, values[key]) ? 'suspect' : qualityOfTime(late)
}

function qualityOfTime(late: number): ReadingQuality {
  if (late < -maxReportAheadSeconds) return 'suspect'
  return late > readingStaleAfterSeconds ? 'stale' : 'good'
}

// Returns whether a value is plausible. An empty text is plausible, such as the fault code if there is no fault. A
// missing number is not.
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

/** Compares texts by code unit, so that the order does not depend on a language. */
function byText(a: string, b: string): number {
  return a < b ? -1 : 1
}
