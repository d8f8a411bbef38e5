import type { HistoryDatapoint } from '#contract/datapoints.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { type UnpackedHours, unpackHours } from './format/hours.ts'
import { readLooseValues } from './loose-values.ts'
import { createPace } from './pace.ts'
import { overlaps, rangeOf, type TimeRange } from './partitions.ts'
import { type WantedReports, mergedReports } from './read-reports.ts'
import { type StepSums, type ValuesOfSteps, createStepSums } from './step-sums.ts'
import { type HoursRow, hasOthers, readHours, readLateDays, readLoosePartitions } from './store.ts'
import type { EpochDays } from './months.ts'

/** `begins`: the times at which the steps begin, ascending. All times are in epoch milliseconds. */
export type MeasuredSteps = Pick<WantedReports, 'gatewayId' | 'onDamaged'> & {
  begins: readonly number[]
  end: number
  datapoints: readonly HistoryDatapoint[]
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The number of moments in a batch: larger than for an export, because their values are summarised and not kept. */
const momentsAtOnce = 480

type Reading = {
  wanted: MeasuredSteps
  range: TimeRange
  loose: readonly TimeRange[]
  datapointsOf: ReadonlyMap<string, readonly HistoryDatapoint[]>
  sums: StepSums
}

/**
 * Reads the values of datapoints in each step. It reads the hours of packed days where no step begins within an hour,
 * numbers that the database collects where no day is packed, and the reports elsewhere. The transaction is a snapshot
 * that began with `keepPartitions`.
 */
export async function readStepValues(transaction: Transaction, wanted: MeasuredSteps): Promise<ValuesOfSteps> {
  const { gatewayId, begins, end, datapoints } = wanted
  const range = { from: begins[0] ?? end, until: end }
  const loose = (await readLoosePartitions(transaction, gatewayId)).map(rangeOf)
  const datapointsOf = Map.groupBy(datapoints, ({ unit }): string => unit)
  const sums = createStepSums(begins, datapointsOf)
  const reading = { wanted, range, loose, datapointsOf, sums }
  const covered = await addPackedHours(transaction, reading)
  for (const gap of gapsOf(covered, range))
    for (const part of cutAtPartitions(gap, loose)) await addUnpackedReports(transaction, reading, part)
  return sums.all()
}

/** Adds the hours of packed days, and returns the ranges that they cover, in order. */
async function addPackedHours(
  transaction: Transaction,
  { wanted: { gatewayId, begins, end, onDamaged, datapoints }, range, loose, sums }: Reading,
): Promise<TimeRange[]> {
  // With such short steps, nearly every hour has the beginning of a step, and cannot be added as a whole.
  if ((end - range.from) / begins.length < hourMs) return []
  const days = { first: Math.floor(range.from / dayMs), last: Math.floor((end - 1) / dayMs) }
  const cut = new Set(begins.filter((begin) => begin % hourMs !== 0).map((begin) => Math.floor(begin / hourMs)))
  const isWhole = (hour: number) => hour * hourMs >= range.from && (hour + 1) * hourMs <= end && !cut.has(hour)
  const ids = datapoints.map(({ id }) => id)
  const covered: TimeRange[] = []
  const pace = createPace()
  const late = new Set(await readLateDays(transaction, gatewayId, days.first))
  for (const row of await readHours(transaction, gatewayId, days)) {
    await pace()
    const onDamagedRow = (error: unknown) => {
      for (const day of daysWithin(row, days)) onDamaged({ gatewayId, day, error })
    }
    for (const { day = row.day, hours } of hoursOf(row, ids, onDamagedRow)) {
      const ofDay = { from: day * dayMs, until: (day + 1) * dayMs }
      if (day < days.first || day > days.last || late.has(day) || hours.size < ids.length) continue
      if (loose.some((each) => overlaps(each, ofDay))) continue
      const whole = Array.from({ length: 24 }, (_, index) => day * 24 + index).filter(isWhole)
      sums.addHourValues(day, hours, new Set(whole))
      covered.push(...whole.map((hour) => ({ from: hour * hourMs, until: (hour + 1) * hourMs })))
    }
  }
  return covered
}

function daysWithin({ day, days }: HoursRow, { first, last }: EpochDays): number[] {
  return Array.from({ length: days }, (_, index) => day + index).filter((each) => each >= first && each <= last)
}

/**
 * Unpacks hours; returns none if they are damaged. Hours that were packed with an earlier dictionary lack some
 * datapoints, which the reports have.
 */
function hoursOf({ hours }: HoursRow, ids: readonly string[], onDamaged: (error: unknown) => void): UnpackedHours[] {
  try {
    return unpackHours(hours, ids)
  } catch (error) {
    onDamaged(error)
    return []
  }
}

/** The parts of a range that `covered` does not contain. `covered` is in order. */
function gapsOf(covered: readonly TimeRange[], { from, until }: TimeRange): TimeRange[] {
  const gaps: TimeRange[] = []
  let at = from
  for (const each of covered) {
    if (each.from > at) gaps.push({ from: at, until: each.from })
    at = each.until
  }
  return at < until ? [...gaps, { from: at, until }] : gaps
}

/** Splits a gap at partitions of `telemetry`, so that each part is either inside or outside of them. */
function cutAtPartitions({ from, until }: TimeRange, loose: readonly TimeRange[]): TimeRange[] {
  const inside = loose
    .filter((each) => overlaps(each, { from, until }))
    .map((each) => ({ from: Math.max(each.from, from), until: Math.min(each.until, until) }))
    .toSorted((one, other) => one.from - other.from)
  const joined: TimeRange[] = []
  for (const each of inside) {
    const last = joined.at(-1)
    if (last?.until === each.from) last.until = each.until
    else joined.push(each)
  }
  return [...joined, ...gapsOf(joined, { from, until })]
}

async function addUnpackedReports(transaction: Transaction, reading: Reading, gap: TimeRange): Promise<void> {
  const { wanted, loose, datapointsOf, sums } = reading
  const { gatewayId, begins, onDamaged } = wanted
  const isHot = loose.some((each) => overlaps(each, gap))
  if (isHot && !(await hasOthers(transaction, gatewayId, gap))) {
    const slices = { ...gap, gatewayId, datapointsOf, begins: beginsOfSlices(gap, begins) }
    for await (const slice of readLooseValues(transaction, slices)) sums.addSliceValues(slice)
    return
  }
  const units = [...datapointsOf.keys()]
  const reports = mergedReports(transaction, { ...gap, gatewayId, onDamaged, units, momentsAtOnce }, isHot)
  for await (const some of reports) sums.addReportValues(some)
}

/** The beginnings of steps and hours: no slice has more than an hour's reports, so that none takes long to parse. */
function beginsOfSlices({ from, until }: TimeRange, begins: readonly number[]): number[] {
  const hours: number[] = []
  for (let at = Math.ceil(from / hourMs) * hourMs; at < until; at += hourMs) hours.push(at)
  const within = begins.filter((begin) => begin > from && begin < until)
  return [...new Set([from, ...hours, ...within])].toSorted((one, other) => one - other)
}
