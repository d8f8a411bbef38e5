import { datapoints, type Datapoint, type DatapointValues } from '#contract/datapoints.ts'
import { units, type Unit } from '#contract/push.ts'
import { silentAfterMs } from '#contract/telemetry.ts'

export type StoredReport = {
  /** Epoch milliseconds. */
  at: number
  /** RFC 3339 in UTC, with milliseconds. */
  ts: string
  unit: Unit
  /** The seconds from the report's own time to its reception; negative if the gateway's clock is ahead. */
  late: number
  values: Readonly<Record<string, unknown>>
}

export type Quality = 'good' | 'stale' | 'suspect'

/**
 * The properties that all readings of a key have in common. `about` is the entry of the key in the dictionary,
 * undefined if it has none. `unit` is the UCUM code, or empty.
 */
export type ReportedDatapoint = { id: string; key: string; about: Datapoint | undefined; unit: string }

/**
 * The seconds after which a gateway that sends nothing is OFFLINE (Specification 14). A reading that is received later
 * than this is stale.
 */
export const staleAfterSeconds = silentAfterMs / 1000

/**
 * The maximum time by which a report may be dated ahead of its reception. The time of a report further ahead is wrong.
 */
export const maxAheadSeconds = 5 * 60

/** The datapoints of the dictionary by unit, then by key. */
const keysOfUnit = new Map(units.map((unit) => [unit, keysOf(unit)]))

function keysOf(unit: Unit): ReadonlyMap<string, Datapoint> {
  return new Map(
    datapoints.filter((datapoint) => datapoint.unit === unit).map((datapoint) => [datapoint.key, datapoint]),
  )
}

/**
 * Returns a function that gives the datapoints of a report, sorted by key and converted by `prepare`, also those that
 * are not in the dictionary. It reuses the result of the previous report of the unit if the keys are the same, as in
 * most reports.
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

/**
 * The quality of one value of a report: suspect if the value is not plausible or the time is ahead, stale if it was
 * received late.
 */
export function qualityOf({ key, about }: ReportedDatapoint, { late, values }: StoredReport): Quality {
  return about && !isPlausible(about.values, values[key]) ? 'suspect' : qualityOfTime(late)
}

function qualityOfTime(late: number): Quality {
  if (late < -maxAheadSeconds) return 'suspect'
  return late > staleAfterSeconds ? 'stale' : 'good'
}

// An empty text is plausible, such as the fault code without a fault. A missing number is not plausible.
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
