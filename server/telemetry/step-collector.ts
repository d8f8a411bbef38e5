import type { HistoryDatapoint } from '#contract/datapoints.ts'
import { hourMs } from '#contract/durations.ts'
import type { HourValuesByDatapoint } from './format/packed-hours.ts'
import { isPlausibleMeasurement, roundHourSum } from './hour-values.ts'
import type { SliceValues } from './not-yet-packed-values.ts'
import type { TelemetryReport } from './telemetry-report.ts'

/**
 * The values of a datapoint in one step of a history. `step`: the index of the step. `sum`: the sum of the values. If
 * no chart shows the datapoint, values from packed hours are missing in `sum`.
 */
export type StepValues = { step: number; least: number; most: number; last: number; sum: number; count: number }

/** The values of each datapoint by its id, in the order of the steps. A datapoint without values has an empty list. */
export type StepValuesByDatapoint = ReadonlyMap<string, readonly StepValues[]>

export type StepCollector = ReturnType<typeof createStepCollector>

/** The values of a step up to now. `lastAt`: the time of `last`, in epoch milliseconds. */
type Noted = StepValues & { lastAt: number }

/** The step to which values belong, and their time in epoch milliseconds. */
type Moment = { step: number; at: number }

type Values = { least: number; most: number; last: number; sum: number | null; count: number }

/**
 * Creates a collector that summarises the values of each step. `begins`: the times at which the steps begin, in epoch
 * milliseconds, ascending. `datapointsOf`: the datapoints to collect, by unit.
 */
export function createStepCollector(
  begins: readonly number[],
  datapointsOf: ReadonlyMap<string, readonly HistoryDatapoint[]>,
) {
  const ids = [...datapointsOf.values()].flatMap((datapoints) => datapoints.map(({ id }): string => id))
  const notedOf = new Map(ids.map((id) => [id, [] as Noted[]]))

  function addReportValues(reports: readonly TelemetryReport[]): void {
    for (const { micros, unit, values } of reports) {
      let moment: Moment | undefined
      for (const { id, key } of datapointsOf.get(unit) ?? []) {
        const value = Object.hasOwn(values, key) ? values[key] : undefined
        if (!isPlausibleMeasurement(value)) continue
        moment ??= { step: stepAt(begins, micros / 1000), at: micros / 1000 }
        note(notedOf.get(id), moment, { least: value, most: value, last: value, sum: value, count: 1 })
      }
    }
  }

  function addSliceValues({ id, at, values }: SliceValues): void {
    let [least, most, last, sum, count] = [Infinity, -Infinity, 0, 0, 0]
    for (const value of values) {
      if (!isPlausibleMeasurement(value)) continue
      if (value < least) least = value
      if (value > most) most = value
      last = value
      sum += value
      count += 1
    }
    if (count > 0)
      note(notedOf.get(id), { step: stepAt(begins, at), at }, { least, most, last, sum: roundHourSum(sum), count })
  }

  /** Adds the packed hours of a day (epoch days), but only hours in `whole` (hours since the epoch). */
  function addHourValues(day: number, hours: HourValuesByDatapoint, whole: ReadonlySet<number>): void {
    const moments = Array.from({ length: 24 }, (_, hour): Moment | undefined => {
      const at = (day * 24 + hour) * hourMs
      return whole.has(day * 24 + hour) ? { step: stepAt(begins, at), at } : undefined
    })
    for (const [id, ofDatapoint] of hours) {
      const notedMoments = notedOf.get(id)
      for (const values of ofDatapoint) note(notedMoments, moments[values.hour], values)
    }
  }

  function all(): StepValuesByDatapoint {
    return new Map([...notedOf].map(([id, noted]) => [id, Object.values(noted)]))
  }

  return { addReportValues, addSliceValues, addHourValues, all }
}

/** Adds values to their step. `notedMoments`: the values of a datapoint, by the index of the step. */
function note(notedMoments: Noted[] | undefined, moment: Moment | undefined, values: Values): void {
  if (!notedMoments || !moment) return
  const { least, most, last, sum, count } = values
  const before = notedMoments[moment.step]
  if (!before) {
    notedMoments[moment.step] = { step: moment.step, least, most, last, sum: sum ?? 0, count, lastAt: moment.at }
    return
  }
  if (least < before.least) before.least = least
  if (most > before.most) before.most = most
  before.sum += sum ?? 0
  before.count += count
  if (moment.at < before.lastAt) return
  before.last = last
  before.lastAt = moment.at
}

/** Returns the index of the last step that begins at or before a time. */
function stepAt(begins: readonly number[], at: number): number {
  let [low, high] = [0, begins.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((begins[middle] ?? Infinity) <= at) low = middle
    else high = middle - 1
  }
  return low
}
