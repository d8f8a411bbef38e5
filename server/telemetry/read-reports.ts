import type { Transaction } from '#server/database/transaction.ts'
import { usualMoments } from './batch-size.ts'
import { batches } from './batches.ts'
import { unpackPart } from './format/part.ts'
import { createPace } from './pace.ts'
import { overlaps, rangeOf, type TimeRange } from './partitions.ts'
import { compareReports, type TelemetryReport } from './report.ts'
import { type MomentRow, type PartRow, openLooseReports, openParts, readLoosePartitions } from './store.ts'

/** A day, in epoch days, of which a part cannot be unpacked. */
export type Damage = { gatewayId: string; day: number; error: unknown }

/** The range to read, `from` inclusive, in epoch milliseconds, and the handler of damaged days. */
export type WantedReports = TimeRange & {
  gatewayId: string
  onDamaged: (damage: Damage) => void
  /** All where it is left out. */
  units?: readonly string[]
  /** Reports that had been received by then. */
  receivedUntil?: number
  signal?: AbortSignal
  /** How many moments of reports that are not packed are fetched at once, if the database is near. */
  momentsAtOnce?: number
}

const dayMs = 86_400_000
const usualParts = 8
const reportsAtOnce = 480

/**
 * The reports of a gateway, by time, then unit: packed ones, those that came late, and those of today and yesterday. Each once: of
 * two with the same unit and time the one that came first. Some at a time, so that nobody waits for the event loop.
 * The transaction is a snapshot that began with `keepPartitions`. It reports each damaged day to its handler and leaves that day out.
 */
export async function* readReports(transaction: Transaction, wanted: WantedReports): AsyncGenerator<TelemetryReport[]> {
  if (wanted.until <= wanted.from) return
  const loose = await readLoosePartitions(transaction, wanted.gatewayId)
  const isHot = loose.some((name) => overlaps(rangeOf(name), wanted))
  yield* mergedReports(transaction, wanted, isHot)
}

/** The same where somebody knows whether there may be reports in `telemetry` that are not packed. */
export async function* mergedReports(
  transaction: Transaction,
  wanted: WantedReports,
  isHot: boolean,
): AsyncGenerator<TelemetryReport[]> {
  for await (const reports of merge(packedReports(transaction, wanted), looseReports(transaction, wanted, isHot))) {
    wanted.signal?.throwIfAborted()
    if (reports.length > 0) yield reports
  }
}

async function* packedReports(transaction: Transaction, wanted: WantedReports): AsyncGenerator<TelemetryReport[]> {
  const { gatewayId, from, until, units, receivedUntil } = wanted
  const days = { first: Math.floor(from / dayMs), last: Math.floor((until - 1) / dayMs) }
  const ofUnits = units && new Set(units)
  const receivedMicros = (receivedUntil ?? Infinity) * 1000
  const pace = createPace()
  for await (const parts of batches(await openParts(transaction, gatewayId, days), usualParts)) {
    for (const part of parts) {
      await pace()
      const reports = unpacked(part, wanted, ofUnits).filter(
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

function unpacked(
  { day, data, reportCount }: PartRow,
  { gatewayId, onDamaged }: WantedReports,
  units: ReadonlySet<string> | undefined,
): TelemetryReport[] {
  try {
    return unpackPart(data, { day, reportCount }, units)
  } catch (error) {
    onDamaged({ gatewayId, day, error })
    return []
  }
}

async function* looseReports(
  transaction: Transaction,
  { gatewayId, from, until, units, receivedUntil, momentsAtOnce = usualMoments }: WantedReports,
  isHot: boolean,
): AsyncGenerator<TelemetryReport[]> {
  const cursor = await openLooseReports(transaction, { gatewayId, from, until, isHot, units, receivedUntil })
  for await (const moments of batches(cursor, momentsAtOnce)) yield moments.flatMap(toReports)
}

/** Of a moment, each unit once: the first is the one that came first. */
function toReports({ ts, reports }: MomentRow): TelemetryReport[] {
  const micros = Math.round(ts * 1e6)
  const parsed = JSON.parse(`[${reports}]`) as [unit: string, late: number, values: TelemetryReport['values']][]
  return parsed
    .filter(([unit], index) => unit !== parsed[index - 1]?.[0])
    .map(([unit, late, values]) => ({ micros, unit, lateMicros: Math.round(late * 1e6), values }))
}

/** Merges two orders; of two reports with the same unit and time the first order's stays. */
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

/** As far as both go. */
function mergeTwo(one: readonly TelemetryReport[], other: readonly TelemetryReport[]) {
  const merged: TelemetryReport[] = []
  let [left, right] = [0, 0]
  for (;;) {
    const [mine, theirs] = [one[left], other[right]]
    if (!mine || !theirs) return { merged, left: one.slice(left), right: other.slice(right) }
    const order = compareReports(mine, theirs)
    merged.push(order <= 0 ? mine : theirs)
    if (order <= 0) left += 1
    if (order >= 0) right += 1
  }
}
