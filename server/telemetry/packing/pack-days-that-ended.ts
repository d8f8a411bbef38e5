import type { Pool } from 'pg'
import { dayMs, hourMs } from '#contract/durations.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import type { DamageRecorder } from '../damage-recorder.ts'
import { createEventLoopYielder } from '../event-loop-yielder.ts'
import { type TimeRange, areRangesOverlapping, timeRangeOfPartition } from '../partition-range.ts'
import { readReportsAfterTableCheck } from '../read-reports.ts'
import { preventPartitionDrop } from '../store.ts'
import { firstDayOfMonth } from '../epoch-day-range.ts'
import { changePartitionIfFree, resolveConflictToNull } from './resolve-conflicts.ts'
import { mergeDays, mergeDaysIntoMonths } from './months/merge-days-into-months.ts'
import { packReportsByDay } from './pack-reports-by-day.ts'
import {
  type PackedGatewayDay,
  type GatewayDayWithLateReports,
  type PartitionRow,
  detachPartition,
  dropDetachedPartitions,
  dropPartition,
  ensureDayPartitions,
  lockPackingProgress,
  readGatewaysToPack,
  readDaysWithLateReportsToPack,
  readPartitions,
  replacePackedDays,
  savePackingProgress,
  sealPartition,
  recordDamagedDay,
} from './store.ts'
import { type MergedRowRange, deleteMergedRows, moveDaysToMonths, readMergedRows } from './months/store.ts'
import type { Services } from '#server/services.ts'

const neverAborted = new AbortController().signal

/**
 * The dependencies of packing. `stopping`: if this signal is aborted, packing ends after the current transaction.
 * `onStep`: called after each step with its name; tests end the process in this function.
 */
export type PackingDependencies = Pick<Services, 'pool' | 'clock'> & {
  onDamaged: DamageRecorder
  stopping?: AbortSignal
  onStep?: (step: PackingStep) => Promise<void> | void
}

export const packingSteps = [
  'sealed',
  'packed',
  'written',
  'committed',
  'complete',
  'detached',
  'dropped',
  'merged',
  'moved',
  'mergeSealed',
  'mergeDetached',
] as const

/** A step of packing. After the steps `packed`, `written` and `merged`, the transaction is still open. */
export type PackingStep = (typeof packingSteps)[number]

/**
 * The time in ms between the end of a day and its packing. Gateways may report up to 24 hours ahead of time, and
 * clocks differ.
 */
const packedAfterMs = dayMs + hourMs
/** The number of days, counted for each gateway, in one transaction. Such a transaction takes about a second. */
const gatewayDaysAtOnce = 24
const lateGatewaysAtOnce = 100
/**
 * The number of days with late reports in one transaction. It is smaller than for other days, because a late report of
 * a merged month makes it necessary to pack the whole row again.
 */
const lateDaysAtOnce = 8
/**
 * The number of moments in one batch from the database: those of a day with a report of all units every three
 * minutes.
 */
const momentsAtOnce = 480
/**
 * The maximum time in ms for which a statement that writes into an old partition waits while the partition is locked.
 */
const waitForWritersMs = 500

/**
 * Does the work of the jobs `packing` and `merging`, for tools and tests. Returns the number of packed days, summed
 * over all gateways.
 */
export async function packAndMergeTelemetry(dependencies: PackingDependencies): Promise<number> {
  const packedCount = await packDaysThatEnded(dependencies)
  await mergeDaysIntoMonths(dependencies)
  return packedCount
}

/**
 * Packs the days of telemetry that ended more than 25 hours ago, gateway by gateway, and drops their partitions. Then
 * packs late reports of packed days, if the reports were received before today. Two processes may call this function at
 * the same time. Returns the number of packed days, summed over all gateways.
 */
export async function packDaysThatEnded(dependencies: PackingDependencies): Promise<number> {
  const { pool, clock, stopping = neverAborted } = dependencies
  await dropDetachedPartitions(pool)
  let packedCount = 0
  const now = clock.now()
  for (const partition of await readPartitions(pool)) {
    if (stopping.aborted) return packedCount
    const range = timeRangeOfPartition(partition.name)
    if (range.until + packedAfterMs > now) continue
    packedCount += await packPartition(dependencies, partition, range)
  }
  return packedCount + (await packLateReports(dependencies, now))
}

/**
 * Packs one partition, then detaches and drops it. If other sessions use the partition, the next run does the rest.
 * Returns the number of packed days, summed over all gateways.
 */
async function packPartition(
  dependencies: PackingDependencies,
  partition: PartitionRow,
  range: TimeRange,
): Promise<number> {
  const { pool, onStep } = dependencies
  let done = { packed: 0, isComplete: true }
  if (!partition.isComplete) {
    if (!(await changePartitionIfFree(sealNow(pool, partition)))) return 0
    await onStep?.('sealed')
    done = await packSealed(dependencies, partition, range)
  }
  if (!done.isComplete) return done.packed
  await onStep?.('complete')
  if (!(await changePartitionIfFree(detachPartition(pool, 'telemetry', partition)))) return done.packed
  await onStep?.('detached')
  await dropPartition(pool, partition.name)
  await onStep?.('dropped')
  return done.packed
}

async function sealNow(pool: Pool, { name }: PartitionRow): Promise<void> {
  await inTransaction(pool, async (transaction) => sealPartition(transaction, name, waitForWritersMs))
}

/**
 * Packs a sealed partition gateway by gateway. Stops if all gateways are packed, `stopping` is aborted, or another
 * process packs the same partition.
 */
async function packSealed(dependencies: PackingDependencies, { name }: PartitionRow, range: TimeRange) {
  const { pool, stopping = neverAborted, onStep } = dependencies
  await ensureDayPartitions(pool, daysOf(range))
  const done = { packed: 0, isComplete: false }
  while (!done.isComplete && !stopping.aborted) {
    const more = await resolveConflictToNull(packGateways(dependencies, name, range))
    if (!more) break
    done.packed += more.packed
    done.isComplete = more.isComplete
    await onStep?.('committed')
  }
  return done
}

function daysOf({ from, until }: TimeRange): number[] {
  return Array.from({ length: Math.round((until - from) / dayMs) }, (_, day) => Math.floor(from / dayMs) + day)
}

/** Packs the reports of the next gateways in a sealed partition, in one transaction. */
async function packGateways(dependencies: PackingDependencies, partition: string, range: TimeRange) {
  const limit = Math.max(1, Math.floor((gatewayDaysAtOnce * dayMs) / (range.until - range.from)))
  return inTransaction(
    dependencies.pool,
    async (transaction) => {
      await preventPartitionDrop(transaction)
      const progress = await lockPackingProgress(transaction, partition)
      if (!progress || progress.isComplete) return { packed: 0, isComplete: true }
      const gateways = await readGatewaysToPack(transaction, { ...range, after: progress.through, limit })
      const isComplete = gateways.length < limit
      const days = await packAll(
        dependencies,
        transaction,
        gateways.map((gatewayId) => ({ gatewayId, ...range, isHot: true })),
      )
      await savePackingProgress(transaction, partition, { through: gateways.at(-1) ?? progress.through, isComplete })
      await dependencies.onStep?.('written')
      return { packed: days, isComplete }
    },
    'repeatable',
  )
}

/** The range of a gateway's reports to pack. `isHot`: whether to include the reports in table `telemetry`. */
type Wanted = TimeRange & { gatewayId: string; isHot: boolean }

/**
 * Packs ranges of reports, and returns the number of packed days. If a day is damaged, neither the day nor the merged
 * row with it is changed, and later reports of that day are not packed.
 */
async function packAll(
  { clock, onDamaged, onStep }: PackingDependencies,
  transaction: Transaction,
  wantedDays: readonly Wanted[],
): Promise<number> {
  const pace = createEventLoopYielder()
  const days: PackedGatewayDay[] = []
  const whole: MergedRowRange[] = []
  const mergedRows = await readMergedRows(transaction, wantedDays.flatMap(toDaysOfMonths))
  for (const { gatewayId, isHot, ...range } of withMergedRows(wantedDays, mergedRows)) {
    const damagedDays = new Set<number>()
    const reading = {
      ...range,
      gatewayId,
      momentsAtOnce,
      onDamaged: (damage: Parameters<DamageRecorder>[0]) => {
        const row = mergedRows.find((each) => each.gatewayId === gatewayId && isInRow(damage.day, each))
        for (const day of row ? daysOfRow(row) : [damage.day]) damagedDays.add(day)
        onDamaged(damage)
      },
    }
    const packedGatewayDays: PackedGatewayDay[] = []
    const reports = readReportsAfterTableCheck(transaction, reading, isHot)
    for await (const day of packReportsByDay(reports, pace)) packedGatewayDays.push({ gatewayId, ...day })
    for (const day of damagedDays) await recordDamagedDay(transaction, { gatewayId, day, now: new Date(clock.now()) })
    days.push(...packedGatewayDays.filter(({ day }) => !damagedDays.has(day)))
    const mergedRowRanges = mergedRows.filter(
      (row) => row.gatewayId === gatewayId && areRangesOverlapping(rangeOfRow(row), range),
    )
    whole.push(...mergedRowRanges.filter(({ first }) => !damagedDays.has(first)))
  }
  await onStep?.('packed')
  if (days.length > 0) await replacePackedDays(transaction, days)
  if (whole.length > 0) await deleteMergedRows(transaction, whole)
  for (const { gatewayId, ...covered } of whole) {
    await mergeDays(transaction, { ...covered, gatewayIds: [gatewayId], onDamaged })
    await moveDaysToMonths(transaction, { ...covered, gatewayIds: [gatewayId] })
  }
  return days.length
}

function toDaysOfMonths({ gatewayId, from, until }: Wanted) {
  return daysOf({ from, until }).map((day) => ({ gatewayId, day, monthFirst: firstDayOfMonth(day) }))
}

/**
 * Extends each range to include the merged rows of the same gateway that it overlaps, because a merged row can only be
 * packed again as a whole.
 */
function withMergedRows(wantedDays: readonly Wanted[], merged: readonly MergedRowRange[]): Wanted[] {
  const extendedDays = new Map<string, Wanted>()
  for (const each of wantedDays) {
    const timeRanges = merged
      .filter(({ gatewayId }) => gatewayId === each.gatewayId)
      .map(rangeOfRow)
      .filter((range) => areRangesOverlapping(range, each))
    const from = Math.min(each.from, ...timeRanges.map((range) => range.from))
    const until = Math.max(each.until, ...timeRanges.map((range) => range.until))
    extendedDays.set(`${each.gatewayId} ${from} ${until}`, { ...each, from, until })
  }
  return [...extendedDays.values()]
}

function rangeOfRow({ first, last }: MergedRowRange): TimeRange {
  return { from: first * dayMs, until: (last + 1) * dayMs }
}

function isInRow(day: number, { first, last }: MergedRowRange): boolean {
  return day >= first && day <= last
}

function daysOfRow({ first, last }: MergedRowRange): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/**
 * Packs late reports of packed days, if the reports were received before today. Returns the number of packed days,
 * summed over all gateways.
 */
async function packLateReports(dependencies: PackingDependencies, now: number): Promise<number> {
  const { pool, stopping = neverAborted } = dependencies
  const receivedBefore = new Date(Math.floor(now / dayMs) * dayMs)
  const timeRanges = (await readPartitions(pool)).map(({ name }) => timeRangeOfPartition(name))
  let packedCount = 0
  for (let after: string | null = null; !stopping.aborted;) {
    const late: GatewayDayWithLateReports[] = await readDaysWithLateReportsToPack(pool, {
      after,
      receivedBefore,
      gateways: lateGatewaysAtOnce,
    })
    const last = late.at(-1)
    if (!last) break
    after = last.gatewayId
    const dueDays = late.map(toWanted).filter((day) => isDue(day, timeRanges, now))
    for (let start = 0; start < dueDays.length && !stopping.aborted; start += lateDaysAtOnce)
      packedCount += await packLate(dependencies, dueDays.slice(start, start + lateDaysAtOnce))
  }
  return packedCount
}

function toWanted({ gatewayId, day }: GatewayDayWithLateReports): Wanted {
  return { gatewayId, isHot: false, from: day * dayMs, until: (day + 1) * dayMs }
}

// Whether late reports of a day must be packed now. If the day still has a partition, its late reports are packed
// with the partition.
function isDue(day: TimeRange, attachedRanges: readonly TimeRange[], now: number): boolean {
  return day.until + packedAfterMs <= now && !attachedRanges.some((partition) => areRangesOverlapping(partition, day))
}

async function packLate(dependencies: PackingDependencies, wantedDays: readonly Wanted[]): Promise<number> {
  const { pool } = dependencies
  await ensureDayPartitions(
    pool,
    wantedDays.map(({ from }) => from / dayMs),
  )
  const packedDays = inTransaction(
    pool,
    async (transaction) => {
      await preventPartitionDrop(transaction)
      return packAll(dependencies, transaction, wantedDays)
    },
    'repeatable',
  )
  return (await resolveConflictToNull(packedDays)) ?? 0
}
