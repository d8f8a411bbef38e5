import { datapoints, type Datapoint, type DatapointValues } from '#contract/datapoints.ts'
import { units, type Unit } from '#contract/push.ts'
import { silentAfterMs } from '#contract/telemetry.ts'

export type StoredReport = {
  /** Epoch milliseconds. */
  at: number
  /** RFC 3339 in UTC, with milliseconds. */
  ts: string
  unit: Unit
  /** The seconds from the report's own time to its reception. */
  late: number
  values: Readonly<Record<string, unknown>>
}

export type Quality = 'good' | 'stale' | 'suspect'

/**
 * The common properties of all readings of a key. `about`: its entry in the dictionary; `unit`: its UCUM code, or
 * empty.
 */
export type ReportedDatapoint = { id: string; key: string; about: Datapoint | undefined; unit: string }

/** A gateway that is silent for this long is OFFLINE (Specification 14), so later readings are stale. */
export const staleAfterSeconds = silentAfterMs / 1000

/** A report that is dated further ahead has a wrong time. */
export const maxAheadSeconds = 5 * 60

/** The datapoints by unit, then by key. */
const keysOfUnit = new Map(units.map((unit) => [unit, keysOf(unit)]))

function keysOf(unit: Unit): ReadonlyMap<string, Datapoint> {
  return new Map(
    datapoints.filter((datapoint) => datapoint.unit === unit).map((datapoint) => [datapoint.key, datapoint]),
  )
}

/**
 * Reads the datapoints of one report after the other, sorted and converted by `prepare`. Most reports of a unit have
 * the same keys as the previous one, and reuse its result. Keys that are not in the dictionary are included.
 */
export function datapointsReader<Prepared>(
  prepare: (datapoint: ReportedDatapoint) => Prepared,
): (report: StoredReport) => readonly Prepared[] {
  const before = new Map<Unit, { keys: readonly string[]; prepared: readonly Prepared[] }>()
  return ({ unit, values }) => {
    const keys = Object.keys(values)
    const same = before.get(unit)
    if (same && isSame(same.keys, keys)) return same.prepared
    const prepared = keys.toSorted(byText).map((key) => prepare(toDatapoint(unit, key)))
    before.set(unit, { keys, prepared })
    return prepared
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((key, index) => key === others[index])
}

function toDatapoint(unit: Unit, key: string): ReportedDatapoint {
  const about = keysOfUnit.get(unit)?.get(key)
  return { id: `${unit}.${key}`, key, about, unit: about?.values.type === 'number' ? about.values.unit : '' }
}

/** The quality of one value of a report. */
export function qualityOf({ key, about }: ReportedDatapoint, { late, values }: StoredReport): Quality {
  return about && !isPlausible(about.values, values[key]) ? 'suspect' : qualityOfTime(late)
}

function qualityOfTime(late: number): Quality {
  if (late < -maxAheadSeconds) return 'suspect'
  return late > staleAfterSeconds ? 'stale' : 'good'
}

// The empty text is a valid value, such as of no fault; a missing number is not.
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

/** Compares by code unit, like a sort of plain text, independent of any language. */
function byText(a: string, b: string): number {
  return a < b ? -1 : 1
}
