import { dayMs } from '#contract/durations.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { compressDocuments, decompressDocuments } from '../../format/compressed-json.ts'
import { mergePackedHours } from '../../format/packed-hours.ts'
import { type EventLoopYielder, createEventLoopYielder } from '../../event-loop-yielder.ts'
import { areRangesOverlapping, timeRangeOfPartition } from '../../partition-range.ts'
import { preventPartitionDrop } from '../../store.ts'
import type { EpochDayRange } from '../../epoch-day-range.ts'
import { changePartitionIfFree, resolveConflictToNull } from '../resolve-conflicts.ts'
import type { PackingDependencies } from '../pack-days-that-ended.ts'
import {
  type PartitionRow,
  readMonthPartitionsBefore,
  detachPartition,
  dropPartition,
  recordPartitionComplete,
  readPartitions,
} from '../store.ts'
import {
  type PackedDayRow,
  type MergedMonthRow,
  ensureMonthPartition,
  deleteMergeProgress,
  lockMergeProgress,
  moveDaysToMonths,
  readGatewaysToMerge,
  readPackedDayRows,
  replaceDaysByMonths,
  saveMergeProgress,
  sealIfEmpty,
} from './store.ts'

const neverAborted = new AbortController().signal

/**
 * The time in ms between the end of a month and its merging. After this time the last day of the month is packed. A row
 * with a later report is packed again.
 */
const mergedAfterMs = 2 * dayMs
/** The number of gateways in one transaction. Such a transaction takes about a second. */
const gatewaysAtOnce = 4
/**
 * The maximum number of reports in a month with which the days of a gateway are merged. More reports would need too
 * much memory.
 */
const reportsOfMonth = 200_000
/**
 * The maximum number of characters in one row. To unpack so many characters takes about a millisecond, which blocks the
 * event loop.
 */
const charactersOfRow = 1_000_000
/** The maximum time in ms for which readers of a month wait while its partition is sealed. */
const waitForReadersMs = 500

/** A partition of `telemetry_day`, and the days of its month. */
type Month = Pick<PartitionRow, 'name' | 'isDetaching'> & EpochDayRange

/**
 * Merges the packed days of months that ended more than two days ago, gateway by gateway, and drops the partitions of
 * those months in `telemetry_day`. Two processes may call this function at the same time, even while days are packed.
 */
export async function mergeDaysIntoMonths(dependencies: PackingDependencies): Promise<void> {
  const { clock, stopping = neverAborted } = dependencies
  for (const month of await monthsToMerge(dependencies, clock.now())) {
    if (stopping.aborted) return
    await mergeMonth(dependencies, month)
  }
}

async function monthsToMerge({ pool }: PackingDependencies, now: number): Promise<Month[]> {
  const monthPartitions = await readMonthPartitionsBefore(pool, new Date(now - mergedAfterMs))
  const loose = (await readPartitions(pool)).map(({ name }) => timeRangeOfPartition(name))
  return (
    monthPartitions
      .map(({ name, isDetaching }) => ({ name, isDetaching, range: timeRangeOfPartition(name) }))
      // Omits months with days that are not packed yet.
      .filter(({ range }) => !loose.some((each) => areRangesOverlapping(each, range)))
      .map(({ name, isDetaching, range }) => ({
        name,
        isDetaching,
        first: range.from / dayMs,
        last: range.until / dayMs - 1,
      }))
  )
}

async function mergeMonth(dependencies: PackingDependencies, month: Month): Promise<void> {
  const { pool, stopping = neverAborted, onStep } = dependencies
  await ensureMonthPartition(pool, month.first)
  for (let isMerged = false; !isMerged;) {
    if (stopping.aborted) return
    const outcome = await resolveConflictToNull(mergeGateways(dependencies, month))
    if (!outcome) return
    isMerged = outcome.isMerged
    await onStep?.('moved')
  }
  const isSealed = await changePartitionIfFree(seal(dependencies, month))
  if (!isSealed) return
  await onStep?.('mergeSealed')
  await recordPartitionComplete(pool, month.name)
  if (!(await changePartitionIfFree(detachPartition(pool, 'telemetry_day', month)))) return
  await onStep?.('mergeDetached')
  await dropPartition(pool, month.name)
  await deleteMergeProgress(pool, month.name)
}

/** Merges the packed days of the next gateways in a month, in one transaction. */
async function mergeGateways({ pool, onDamaged, onStep }: PackingDependencies, { name, ...days }: Month) {
  return inTransaction(
    pool,
    async (transaction) => {
      await preventPartitionDrop(transaction)
      const { through } = await lockMergeProgress(transaction, name)
      const gateways = await readGatewaysToMerge(transaction, { ...days, after: through, limit: gatewaysAtOnce })
      const isSmall = ({ reports }: { reports: number }) => reports <= reportsOfMonth
      const small = gateways.filter(isSmall).map(({ gatewayId }) => gatewayId)
      await mergeDays(transaction, { ...days, gatewayIds: small, onDamaged })
      await moveDaysToMonths(transaction, { ...days, gatewayIds: gateways.map(({ gatewayId }) => gatewayId) })
      const isMerged = gateways.length < gatewaysAtOnce
      // After the last gateway, the next run starts from the first gateway again, to find days that were packed in
      // the meantime.
      await saveMergeProgress(transaction, name, isMerged ? null : (gateways.at(-1)?.gatewayId ?? through))
      await onStep?.('merged')
      return { isMerged }
    },
    'repeatable',
  )
}

/**
 * Seals the empty partition of a merged month.
 * @throws Error `55000` if the partition has new rows, which the next run moves
 */
async function seal({ pool }: PackingDependencies, { name }: Month): Promise<void> {
  const isEmpty = await inTransaction(pool, async (transaction) => sealIfEmpty(transaction, name, waitForReadersMs))
  if (!isEmpty) throw Object.assign(new Error(`The partition ${name} is not empty`), { code: '55000' })
}

export type MergeDaysOptions = EpochDayRange & {
  gatewayIds: readonly string[]
  onDamaged: PackingDependencies['onDamaged']
}

/**
 * Merges packed days of gateways within one month. If one day of a gateway is damaged, or if there is only one day,
 * the days of that gateway stay unchanged.
 */
export async function mergeDays(transaction: Transaction, { onDamaged, ...wanted }: MergeDaysOptions): Promise<void> {
  if (wanted.gatewayIds.length === 0) return
  const pace = createEventLoopYielder()
  const rows = await readPackedDayRows(transaction, wanted)
  for (const ofGateway of Map.groupBy(rows, ({ gatewayId }) => gatewayId).values()) {
    const days = await unpackedRows(ofGateway, pace, onDamaged)
    const months: MergedMonthRow[] = []
    for (const group of days ? groupsOf(days) : []) months.push(await mergeRows(group, pace))
    // Writes the months of a gateway as soon as they are merged. If the transaction sent nothing until all gateways
    // are merged, PostgreSQL could end it (`idle_in_transaction_session_timeout`).
    if (months.length > 0) await replaceDaysByMonths(transaction, months)
  }
}

type UnpackedRow = PackedDayRow & { documents: readonly string[] }

/** Unpacks the rows of a gateway. Returns null if a row is damaged. */
async function unpackedRows(
  rows: readonly PackedDayRow[],
  pace: EventLoopYielder,
  onDamaged: PackingDependencies['onDamaged'],
): Promise<UnpackedRow[] | null> {
  const unpacked: UnpackedRow[] = []
  for (const row of rows) {
    await pace()
    try {
      unpacked.push({ ...row, documents: decompressDocuments(row.data) })
    } catch (error) {
      onDamaged({ gatewayId: row.gatewayId, day: row.day, error })
      return null
    }
  }
  return unpacked
}

/**
 * Divides the rows of a gateway into groups of whole days. Each group has several days, and is small enough for one
 * row.
 */
function groupsOf(rows: readonly UnpackedRow[]): UnpackedRow[][] {
  const groups: UnpackedRow[][] = []
  let size = Infinity
  for (const ofDay of Map.groupBy(rows, ({ day }) => day).values()) {
    const characters = ofDay.flatMap(({ documents }) => documents).reduce((sum, { length }) => sum + length, 0)
    size += characters
    if (size > charactersOfRow) {
      groups.push([])
      size = characters
    }
    groups.at(-1)?.push(...ofDay)
  }
  return groups.filter((group) => group[0]?.day !== group.at(-1)?.day)
}

async function mergeRows(rows: readonly UnpackedRow[], pace: EventLoopYielder): Promise<MergedMonthRow> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) throw new Error('There are no days to merge')
  await pace()
  const hours = rows.flatMap(({ day, hours: ofDay }) => (ofDay ? [{ day, hours: ofDay }] : []))
  return {
    gatewayId: first.gatewayId,
    day: first.day,
    days: last.day - first.day + 1,
    reportCount: rows.reduce((sum, { reportCount }) => sum + reportCount, 0),
    hours: await mergePackedHours(hours),
    data: await compressDocuments(rows.flatMap(({ documents }) => documents)),
  }
}
