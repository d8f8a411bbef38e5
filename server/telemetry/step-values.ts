import type { HistoryDatapoint } from '#contract/datapoints.ts'
import { dayMs, hourMs } from '#contract/durations.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { type UnpackedHours, unpackHours } from './format/packed-hours.ts'
import { readNotYetPackedValues } from './not-yet-packed-values.ts'
import { createEventLoopYielder } from './event-loop-yielder.ts'
import { areRangesOverlapping, timeRangeOfPartition, type TimeRange } from './partition-range.ts'
import { type ReportsQuery, readReportsAfterTableCheck } from './read-reports.ts'
import { type StepCollector, type StepValuesByDatapoint, createStepCollector } from './step-collector.ts'
import { type HoursRow, readPackedHours, readDaysWithLateReports, readNotYetPackedPartitions } from './store.ts'
import type { EpochDayRange } from './epoch-day-range.ts'

/**
 * The values to read. `begins`: the times at which the steps begin, ascending. `end`: the end of the last step. All
 * times are in epoch milliseconds.
 */
export type StepValuesQuery = Pick<ReportsQuery, 'gatewayId' | 'onDamaged'> & {
  begins: readonly number[]
  end: number
  datapoints: readonly HistoryDatapoint[]
}

/**
 * The number of moments in a batch. It is larger than for an export, because the process keeps only summaries of the
 * values.
 */
const momentsAtOnce = 480

/** `rows`: the packed hours of the range. `lateDays`: the days (epoch days) for which there are late reports. */
type Reading = {
  wanted: StepValuesQuery
  range: TimeRange
  loose: readonly TimeRange[]
  rows: readonly HoursRow[]
  lateDays: ReadonlySet<number>
  datapointsOf: ReadonlyMap<string, readonly HistoryDatapoint[]>
  sums: StepCollector
}

/**
 * Reads the values of datapoints in each step. For packed days it reads the hours in which no step begins. If no day of
 * a range is packed, the database collects the numbers. For any other time it reads the reports.
 * `transaction`: a snapshot whose first statement was the lock that prevents the dropping of partitions. `alsoRead`
 * sends other statements, one after the other; the database runs them while this process unpacks hours.
 */
export async function readStepValues<Other>(
  transaction: Transaction,
  stepValuesQuery: StepValuesQuery,
  alsoRead: () => Promise<Other>,
): Promise<[StepValuesByDatapoint, Other]> {
  const { gatewayId, begins, end, datapoints } = stepValuesQuery
  const range = { from: begins[0] ?? end, until: end }
  const days = daysOf(range)
  const loose = (await readNotYetPackedPartitions(transaction, gatewayId)).map(timeRangeOfPartition)
  const lateDays = new Set(await readDaysWithLateReports(transaction, gatewayId, days.first))
  // Whether packed hours are read. A packed hour is one summary, which cannot be divided between steps. Steps shorter
  // than an hour divide nearly all hours, so packed hours would save nothing.
  const withHours = (end - range.from) / begins.length >= hourMs
  const rows = await readPackedHours(transaction, { gatewayId, days, withHours })
  const datapointsOf = Map.groupBy(datapoints, ({ unit }): string => unit)
  const reading = {
    wanted: stepValuesQuery,
    range,
    loose,
    rows,
    lateDays,
    datapointsOf,
    sums: createStepCollector(begins, datapointsOf),
  }
  const packedReading = addPackedHours(reading)
  const [hours, hot, other] = await settleAll([
    packedReading,
    addHotValues(transaction, reading, packedReading),
    alsoRead(),
  ])
  const timeRanges = [...hours, ...hot].toSorted((one, another) => one.from - another.from)
  for (const gap of gapsOf(timeRanges, range))
    for (const part of cutAtPartitions(gap, loose)) await addReports(transaction, reading, part)
  return [reading.sums.all(), other]
}

/**
 * Resolves like `Promise.all`, but rejects only after all promises have settled. The transaction must not end while one
 * of the promises still sends statements.
 */
async function settleAll<const Promises extends readonly Promise<unknown>[]>(
  promises: Promises,
): Promise<{ -readonly [Index in keyof Promises]: Awaited<Promises[Index]> }> {
  const all = Promise.all(promises)
  await Promise.allSettled([all, ...promises])
  return all
}

function daysOf({ from, until }: TimeRange): EpochDayRange {
  return { first: Math.floor(from / dayMs), last: Math.floor((until - 1) / dayMs) }
}

/**
 * Adds the values of packed hours to the steps. Returns the ranges of time that these hours cover, in ascending
 * order.
 */
async function addPackedHours({
  wanted: { gatewayId, begins, end, onDamaged, datapoints },
  range,
  loose,
  rows,
  lateDays,
  sums,
}: Reading): Promise<TimeRange[]> {
  const days = daysOf(range)
  const cutHours = new Set(begins.filter((begin) => begin % hourMs !== 0).map((begin) => Math.floor(begin / hourMs)))
  const isWhole = (hour: number) => hour * hourMs >= range.from && (hour + 1) * hourMs <= end && !cutHours.has(hour)
  const ids = datapoints.map(({ id }) => id)
  const timeRanges: TimeRange[] = []
  const pace = createEventLoopYielder()
  for (const row of rows) {
    await pace()
    const onDamagedRow = (error: unknown) => {
      for (const day of daysWithin(row, days)) onDamaged({ gatewayId, day, error })
    }
    for (const { day = row.day, hours } of row.hours ? hoursOf(row.hours, ids, onDamagedRow) : []) {
      const ofDay = { from: day * dayMs, until: (day + 1) * dayMs }
      if (day < days.first || day > days.last || lateDays.has(day) || hours.size < ids.length) continue
      if (loose.some((each) => areRangesOverlapping(each, ofDay))) continue
      const whole = Array.from({ length: 24 }, (_, index) => day * 24 + index).filter(isWhole)
      sums.addHourValues(day, hours, new Set(whole))
      timeRanges.push(...whole.map((hour) => ({ from: hour * hourMs, until: (hour + 1) * hourMs })))
    }
  }
  return timeRanges
}

function daysWithin({ day, days }: HoursRow, { first, last }: EpochDayRange): number[] {
  return Array.from({ length: days }, (_, index) => day + index).filter((each) => each >= first && each <= last)
}

/**
 * Unpacks the hours of a row. Returns an empty array if the hours are damaged. The result lacks a datapoint that was
 * added after the hours were packed, although the reports have it.
 */
function hoursOf(hours: Buffer, ids: readonly string[], onDamaged: (error: unknown) => void): UnpackedHours[] {
  try {
    return unpackHours(hours, ids)
  } catch (error) {
    onDamaged(error)
    return []
  }
}

/** Returns the parts of a range that are not in `coveredRanges`, which must be in ascending order. */
function gapsOf(coveredRanges: readonly TimeRange[], { from, until }: TimeRange): TimeRange[] {
  const gaps: TimeRange[] = []
  let at = from
  for (const each of coveredRanges) {
    if (each.from > at) gaps.push({ from: at, until: each.from })
    at = each.until
  }
  return at < until ? [...gaps, { from: at, until }] : gaps
}

/**
 * Splits a range at the borders of the partitions of `telemetry`. Each resulting range is completely inside or
 * completely outside these partitions.
 */
function cutAtPartitions(range: TimeRange, loose: readonly TimeRange[]): TimeRange[] {
  const inside = withinPartitions(range, loose)
  return [...inside, ...gapsOf(inside, range)]
}

/** Returns the parts of a range that are within partitions of `telemetry`, in ascending order. */
function withinPartitions({ from, until }: TimeRange, loose: readonly TimeRange[]): TimeRange[] {
  const inside = loose
    .filter((each) => areRangesOverlapping(each, { from, until }))
    .map((each) => ({ from: Math.max(each.from, from), until: Math.min(each.until, until) }))
    .toSorted((one, other) => one.from - other.from)
  const timeRanges: TimeRange[] = []
  for (const each of inside) {
    const last = timeRanges.at(-1)
    if (last?.until === each.from) last.until = each.until
    else timeRanges.push(each)
  }
  return timeRanges
}

/**
 * Adds the values of table `telemetry` for each part of the range that has no packed and no late reports. Adds them
 * after `packedReading` has resolved, so that the order of adding does not vary. Returns the ranges of time of these
 * values.
 */
async function addHotValues(
  transaction: Transaction,
  { wanted, range, loose, rows, lateDays, datapointsOf, sums }: Reading,
  packedReading: Promise<unknown>,
): Promise<TimeRange[]> {
  const parts = withinPartitions(range, loose).filter((part) => {
    const { first, last } = daysOf(part)
    const isPacked = rows.some(({ day, days }) => day <= last && day + days > first)
    return !isPacked && ![...lateDays].some((day) => day >= first && day <= last)
  })
  for (const part of parts) {
    const slices = { ...part, gatewayId: wanted.gatewayId, datapointsOf, begins: beginsOfSlices(part, wanted.begins) }
    for await (const slice of readNotYetPackedValues(transaction, slices)) {
      await packedReading
      sums.addSliceValues(slice)
    }
  }
  return parts
}

/** Adds the reports of a part of the range one by one. */
async function addReports(
  transaction: Transaction,
  { wanted, loose, datapointsOf, sums }: Reading,
  part: TimeRange,
): Promise<void> {
  const { gatewayId, onDamaged } = wanted
  const isHot = loose.some((each) => areRangesOverlapping(each, part))
  const units = [...datapointsOf.keys()]
  const reports = readReportsAfterTableCheck(
    transaction,
    { ...part, gatewayId, onDamaged, units, momentsAtOnce },
    isHot,
  )
  for await (const some of reports) sums.addReportValues(some)
}

/**
 * Returns the times at which steps and hours begin, within a range. A slice between two of these times has at most the
 * reports of an hour, so its list is parsed quickly.
 */
function beginsOfSlices({ from, until }: TimeRange, begins: readonly number[]): number[] {
  const hours: number[] = []
  for (let at = Math.ceil(from / hourMs) * hourMs; at < until; at += hourMs) hours.push(at)
  const within = begins.filter((begin) => begin > from && begin < until)
  return [...new Set([from, ...hours, ...within])].toSorted((one, other) => one - other)
}
