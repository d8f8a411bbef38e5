import { dayMs } from '#contract/durations.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { minBatchMoments } from './batch-size.ts'
import { readInBatches } from './read-in-batches.ts'
import { decompressDocuments } from './format/compressed-json.ts'
import { dayOfDocument, unpackDocument, unpackPart } from './format/packed-part.ts'
import { createEventLoopYielder } from './event-loop-yielder.ts'
import { areRangesOverlapping, timeRangeOfPartition, type TimeRange } from './partition-range.ts'
import { compareReports, type TelemetryReport } from './telemetry-report.ts'
import {
  type MomentRow,
  type PartRow,
  openNotYetPackedReports,
  openPackedParts,
  readNotYetPackedPartitions,
} from './store.ts'
import type { EpochDayRange } from './epoch-day-range.ts'

/** A day (epoch days) of a gateway with a part that cannot be unpacked. */
export type TelemetryDamage = { gatewayId: string; day: number; error: unknown }

/** The reports of a gateway to read, in a range of time. `onDamaged`: called for each damaged day. */
export type ReportsQuery = TimeRange & {
  gatewayId: string
  onDamaged: (damage: TelemetryDamage) => void
  /** The units to read. If omitted, all units are read. */
  units?: readonly string[]
  /**
   * The last time of reception in epoch milliseconds; reports that were received later are omitted. If undefined, no
   * reports are omitted.
   */
  receivedUntil?: number
  signal?: AbortSignal
  /**
   * The number of moments in a batch of reports that are not packed. If the database is slow, batches become larger.
   */
  momentsAtOnce?: number
}

const minBatchParts = 8
const reportsAtOnce = 480

/**
 * Reads the reports of a gateway, sorted by `compareReports`, in batches that do not block the event loop for long.
 * Includes packed reports, late reports, and reports in table `telemetry`. If several reports have the same unit and
 * time, returns the one that was received first. `transaction`: a snapshot whose first statement was the lock that
 * prevents the dropping of partitions. For a damaged day, calls `onDamaged` and omits the day.
 */
export async function* readReports(
  transaction: Transaction,
  reportsQuery: ReportsQuery,
): AsyncGenerator<TelemetryReport[]> {
  if (reportsQuery.until <= reportsQuery.from) return
  const loose = await readNotYetPackedPartitions(transaction, reportsQuery.gatewayId)
  const isHot = loose.some((name) => areRangesOverlapping(timeRangeOfPartition(name), reportsQuery))
  yield* readReportsAfterTableCheck(transaction, reportsQuery, isHot)
}

/**
 * Reads the same reports as `readReports`, for a caller that has already checked whether `telemetry` can contain some
 * of them (`isHot`).
 */
export async function* readReportsAfterTableCheck(
  transaction: Transaction,
  reportsQuery: ReportsQuery,
  isHot: boolean,
): AsyncGenerator<TelemetryReport[]> {
  for await (const reports of merge(
    packedReports(transaction, reportsQuery),
    looseReports(transaction, reportsQuery, isHot),
  )) {
    reportsQuery.signal?.throwIfAborted()
    if (reports.length > 0) yield reports
  }
}

async function* packedReports(transaction: Transaction, reportsQuery: ReportsQuery): AsyncGenerator<TelemetryReport[]> {
  const { gatewayId, from, until, units, receivedUntil, onDamaged } = reportsQuery
  const days = { first: Math.floor(from / dayMs), last: Math.floor((until - 1) / dayMs) }
  const unpackingWork = {
    days,
    units: units && new Set(units),
    onDamaged: (damage: DamagedDay) => onDamaged({ gatewayId, ...damage }),
  }
  const receivedMicros = (receivedUntil ?? Infinity) * 1000
  const pace = createEventLoopYielder()
  for await (const parts of readInBatches(await openPackedParts(transaction, gatewayId, days), minBatchParts)) {
    for (const part of parts) {
      await pace()
      for (const unpack of dayReaders(part, unpackingWork)) {
        await pace()
        const reports = unpack().filter(
          ({ micros, lateMicros }) =>
            micros >= from * 1000 && micros < until * 1000 && micros + lateMicros <= receivedMicros,
        )
        for (let start = 0; start < reports.length; start += reportsAtOnce) {
          yield reports.slice(start, start + reportsAtOnce)
          await pace()
        }
      }
    }
  }
}

type DamagedDay = Omit<TelemetryDamage, 'gatewayId'>

/** The days and units of a row to unpack. */
type Unpacking = {
  days: EpochDayRange
  units: ReadonlySet<string> | undefined
  onDamaged: (damage: DamagedDay) => void
}

/**
 * Returns functions. Each of them unpacks some reports of a row. If a day is damaged, the function calls `onDamaged`
 * and returns no reports.
 */
function dayReaders(
  { day, days, data, reportCount }: PartRow,
  { days: wanted, units, onDamaged }: Unpacking,
): (() => TelemetryReport[])[] {
  const orDamaged = (damagedCount: number, unpack: () => TelemetryReport[]) => (): TelemetryReport[] => {
    try {
      return unpack()
    } catch (error) {
      onDamaged({ day: damagedCount, error })
      return []
    }
  }
  if (days === 1) return [orDamaged(day, () => unpackPart(data, { day, reportCount }, units))]
  try {
    return decompressDocuments(data)
      .map((document) => ({ document, ofDay: dayOfDocument(document) }))
      .filter(({ ofDay }) => ofDay >= wanted.first && ofDay <= wanted.last)
      .map(({ document, ofDay }) => orDamaged(ofDay, () => unpackDocument(document, units).reports))
  } catch (error) {
    for (let ofDay = Math.max(day, wanted.first); ofDay <= Math.min(day + days - 1, wanted.last); ofDay += 1)
      onDamaged({ day: ofDay, error })
    return []
  }
}

async function* looseReports(
  transaction: Transaction,
  { gatewayId, from, until, units, receivedUntil, momentsAtOnce = minBatchMoments }: ReportsQuery,
  isHot: boolean,
): AsyncGenerator<TelemetryReport[]> {
  const cursor = await openNotYetPackedReports(transaction, { gatewayId, from, until, isHot, units, receivedUntil })
  for await (const moments of readInBatches(cursor, momentsAtOnce)) yield moments.flatMap(toReports)
}

/**
 * Converts the reports of one moment. If the moment has several reports of one unit, only the first in the row stays,
 * which was received first.
 */
function toReports({ ts, reports }: MomentRow): TelemetryReport[] {
  const micros = Math.round(ts * 1e6)
  const parsed = JSON.parse(`[${reports}]`) as [unit: string, late: number, values: TelemetryReport['values']][]
  return parsed
    .filter(([unit], index) => unit !== parsed[index - 1]?.[0])
    .map(([unit, late, values]) => ({ micros, unit, lateMicros: Math.round(late * 1e6), values }))
}

/** Merges two sorted streams. If two reports have the same unit and time, the report of the first stream stays. */
async function* merge(
  some: AsyncGenerator<TelemetryReport[]>,
  others: AsyncGenerator<TelemetryReport[]>,
): AsyncGenerator<TelemetryReport[]> {
  try {
    let [one, other] = [await nextOf(some), await nextOf(others)]
    while (one && other) {
      if (isBefore(one, other)) {
        yield one
        one = await nextOf(some)
      } else if (isBefore(other, one)) {
        yield other
        other = await nextOf(others)
      } else {
        const { merged, left, right } = mergeTwo(one, other)
        yield merged
        one = left.length > 0 ? left : await nextOf(some)
        other = right.length > 0 ? right : await nextOf(others)
      }
    }
    for (; one; one = await nextOf(some)) yield one
    for (; other; other = await nextOf(others)) yield other
  } finally {
    await Promise.allSettled([some.return(undefined), others.return(undefined)])
  }
}

async function nextOf(reports: AsyncGenerator<TelemetryReport[]>): Promise<TelemetryReport[] | undefined> {
  for (;;) {
    const { value, done } = await reports.next()
    if (done === true) return undefined
    if (value.length > 0) return value
  }
}

function isBefore(one: readonly TelemetryReport[], other: readonly TelemetryReport[]): boolean {
  const [last, first] = [one.at(-1), other[0]]
  return last !== undefined && first !== undefined && compareReports(last, first) < 0
}

/** Merges two batches until one of them ends. Returns the merged reports and the remaining reports of each batch. */
function mergeTwo(one: readonly TelemetryReport[], other: readonly TelemetryReport[]) {
  const telemetryReports: TelemetryReport[] = []
  let [left, right] = [0, 0]
  for (;;) {
    const [mine, theirs] = [one[left], other[right]]
    if (!mine || !theirs) return { merged: telemetryReports, left: one.slice(left), right: other.slice(right) }
    const order = compareReports(mine, theirs)
    telemetryReports.push(order <= 0 ? mine : theirs)
    if (order <= 0) left += 1
    if (order >= 0) right += 1
  }
}
