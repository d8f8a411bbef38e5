import { historyDatapoints } from '#contract/datapoints.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { type DayHours, unpackHours } from './format/hours.ts'
import { isMeasured, measuredOf, measuredUnits } from './hour-values.ts'
import { createPace } from './pace.ts'
import { overlaps, rangeOf, type TimeRange } from './partitions.ts'
import { type WantedReports, mergedReports } from './read-reports.ts'
import type { TelemetryReport } from './report.ts'
import { type HoursRow, readHours, readLoosePartitions } from './store.ts'

/** What a datapoint was in a step, counted from 0. `sum` of all its values where a chart shows it, else 0. */
export type StepValues = { step: number; least: number; most: number; last: number; sum: number; count: number }

/** `begins`: of each step, ascending; all moments in epoch milliseconds. */
export type MeasuredSteps = Pick<WantedReports, 'gatewayId' | 'onDamaged'> & { begins: readonly number[]; end: number }

/** By the id of each datapoint of a history, in the order of the steps; those without a value are left out. */
export type ValuesOfSteps = ReadonlyMap<string, readonly StepValues[]>

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** They are added up at once and not kept, unlike those of an export. */
const momentsAtOnce = 480

/**
 * What the datapoints of a history were in each step: of packed days out of their hours, where no step begins within one, else
 * out of the reports. The transaction is a snapshot that began with `keepPartitions`.
 */
export async function readStepValues(transaction: Transaction, wanted: MeasuredSteps): Promise<ValuesOfSteps> {
  const { gatewayId, begins, end, onDamaged } = wanted
  const range = { from: begins[0] ?? end, until: end }
  const loose = (await readLoosePartitions(transaction, gatewayId)).map(rangeOf)
  const steps = createSteps(begins)
  const covered = await noteDays(transaction, { wanted, range, loose, steps })
  for (const gap of gapsOf(covered, range)) {
    const isHot = loose.some((each) => overlaps(each, gap))
    const reading = { ...gap, gatewayId, onDamaged, units: measuredUnits, momentsAtOnce }
    for await (const reports of mergedReports(transaction, reading, isHot)) steps.noteReports(reports)
  }
  return steps.all()
}

type Noting = { wanted: MeasuredSteps; range: TimeRange; loose: readonly TimeRange[]; steps: Steps }

/** Notes hours of packed days, and answers which, in their order. */
async function noteDays(
  transaction: Transaction,
  { wanted: { gatewayId, begins, end, onDamaged }, range, loose, steps }: Noting,
): Promise<TimeRange[]> {
  // Then a step begins in nearly every hour.
  if ((end - range.from) / begins.length < hourMs) return []
  const days = { first: Math.floor(range.from / dayMs), last: Math.floor((end - 1) / dayMs) }
  const cut = new Set(begins.filter((begin) => begin % hourMs !== 0).map((begin) => Math.floor(begin / hourMs)))
  const isWhole = (hour: number) => hour * hourMs >= range.from && (hour + 1) * hourMs <= end && !cut.has(hour)
  const covered: TimeRange[] = []
  const pace = createPace()
  for (const row of await readHours(transaction, gatewayId, days)) {
    await pace()
    const day = { from: row.day * dayMs, until: (row.day + 1) * dayMs }
    if (loose.some((each) => overlaps(each, day))) continue
    const hours = hoursOfAll(row, (error) => onDamaged({ gatewayId, day: row.day, error }))
    if (!hours) continue
    const whole = Array.from({ length: 24 }, (_, index) => row.day * 24 + index).filter(isWhole)
    steps.noteHours(row.day, hours, new Set(whole))
    covered.push(...whole.map((hour) => ({ from: hour * hourMs, until: (hour + 1) * hourMs })))
  }
  return covered
}

/** Null of what is damaged, or was made before the dictionary had all that is wanted now: the reports have it. */
function hoursOfAll({ hours }: HoursRow, onDamaged: (error: unknown) => void): DayHours | null {
  try {
    const unpacked = unpackHours(hours)
    return historyDatapoints.every(({ id }) => unpacked.has(id)) ? unpacked : null
  } catch (error) {
    onDamaged(error)
    return null
  }
}

/** What of a range is not covered by others, which are in their order. */
function gapsOf(covered: readonly TimeRange[], { from, until }: TimeRange): TimeRange[] {
  const gaps: TimeRange[] = []
  let at = from
  for (const each of covered) {
    if (each.from > at) gaps.push({ from: at, until: each.from })
    at = each.until
  }
  return at < until ? [...gaps, { from: at, until }] : gaps
}

type Steps = ReturnType<typeof createSteps>

/** `lastAt`: the epoch millisecond of `last`. */
type Noted = StepValues & { lastAt: number }

/** Where values belong: their step, and their epoch millisecond. */
type Moment = { step: number; at: number }

type Values = { least: number; most: number; last: number; sum: number | null; count: number }

function createSteps(begins: readonly number[]) {
  const notedOf = new Map(historyDatapoints.map(({ id }) => [id as string, [] as Noted[]]))

  function noteReports(reports: readonly TelemetryReport[]): void {
    for (const { micros, unit, values } of reports) {
      let moment: Moment | undefined
      for (const { id, key } of measuredOf.get(unit) ?? []) {
        const value = Object.hasOwn(values, key) ? values[key] : undefined
        if (!isMeasured(value)) continue
        moment ??= { step: stepAt(begins, micros / 1000), at: micros / 1000 }
        note(notedOf.get(id), moment, { least: value, most: value, last: value, sum: value, count: 1 })
      }
    }
  }

  /** `whole`: which hours, since the epoch. */
  function noteHours(day: number, hours: DayHours, whole: ReadonlySet<number>): void {
    const moments = Array.from({ length: 24 }, (_, hour): Moment | undefined => {
      const at = (day * 24 + hour) * hourMs
      return whole.has(day * 24 + hour) ? { step: stepAt(begins, at), at } : undefined
    })
    for (const [id, ofDatapoint] of hours) {
      const noted = notedOf.get(id)
      for (const values of ofDatapoint) note(noted, moments[values.hour], values)
    }
  }

  function all(): ValuesOfSteps {
    return new Map([...notedOf].map(([id, noted]) => [id, Object.values(noted)]))
  }

  return { noteReports, noteHours, all }
}

/** `noted` has the values of each step at its index. */
function note(noted: Noted[] | undefined, moment: Moment | undefined, values: Values): void {
  if (!noted || !moment) return
  const { least, most, last, sum, count } = values
  const before = noted[moment.step]
  if (!before) {
    noted[moment.step] = { step: moment.step, least, most, last, sum: sum ?? 0, count, lastAt: moment.at }
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

/** The last step that has begun at a moment. */
function stepAt(begins: readonly number[], at: number): number {
  let [low, high] = [0, begins.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((begins[middle] ?? Infinity) <= at) low = middle
    else high = middle - 1
  }
  return low
}
