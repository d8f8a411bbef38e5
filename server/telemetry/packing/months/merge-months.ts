import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { compressDocuments, decompressDocuments } from '../../format/json.ts'
import { mergeHours } from '../../format/hours.ts'
import { type Pace, createPace } from '../../pace.ts'
import { overlaps, rangeOf } from '../../partitions.ts'
import { keepPartitions } from '../../store.ts'
import type { EpochDays } from '../../months.ts'
import { isFree, orTaken } from '../conflicts.ts'
import type { PackingDependencies } from '../packing.ts'
import {
  type PartitionRow,
  monthPartitionsBefore,
  detachPartition,
  dropPartition,
  recordComplete,
  readPartitions,
} from '../store.ts'
import {
  type DayRow,
  type MonthRow,
  ensureMonthPartition,
  deleteMergeProgress,
  lockMerge,
  moveDays,
  nextGatewaysToMerge,
  readDayRows,
  replaceByMonths,
  saveMerge,
  sealIfEmpty,
} from './store.ts'

const dayMs = 86_400_000
const neverAborted = new AbortController().signal

/** How long after its end a month is merged; its last day is packed by then. A later report packs its row again. */
const mergedAfterMs = 2 * dayMs
/** The gateways in one transaction, which takes about a second. */
const gatewaysAtOnce = 4
/**
 * The largest number of reports of a gateway in a month for which its days are merged; more would take too much memory.
 */
const reportsOfMonth = 200_000
/** The characters in one row, which are unpacked in about a millisecond and block the event loop meanwhile. */
const charactersOfRow = 1_000_000
/** The longest wait of readers of a month, while its partition is sealed. */
const waitForReadersMs = 500

/** A partition of `telemetry_day`, and the days of its month. */
type Month = Pick<PartitionRow, 'name' | 'isDetaching'> & EpochDays

/**
 * Merges the packed days of months that ended more than two days ago, gateway by gateway, and drops their partitions. It can run twice, in two processes, or while days are packed: a month of very many gateways takes days.
 */
export async function mergeMonths(dependencies: PackingDependencies): Promise<void> {
  const { clock, stopping = neverAborted } = dependencies
  for (const month of await monthsToMerge(dependencies, clock.now())) {
    if (stopping.aborted) return
    await mergeMonth(dependencies, month)
  }
}

async function monthsToMerge({ pool }: PackingDependencies, now: number): Promise<Month[]> {
  const ended = await monthPartitionsBefore(pool, new Date(now - mergedAfterMs))
  const loose = (await readPartitions(pool)).map(({ name }) => rangeOf(name))
  return (
    ended
      .map(({ name, isDetaching }) => ({ name, isDetaching, range: rangeOf(name) }))
      // Omits months of which days are still to be packed.
      .filter(({ range }) => !loose.some((each) => overlaps(each, range)))
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
    const done = await orTaken(mergeGateways(dependencies, month))
    if (!done) return
    isMerged = done.isMerged
    await onStep?.('moved')
  }
  const isSealed = await isFree(seal(dependencies, month))
  if (!isSealed) return
  await onStep?.('mergeSealed')
  await recordComplete(pool, month.name)
  if (!(await isFree(detachPartition(pool, 'telemetry_day', month)))) return
  await onStep?.('mergeDetached')
  await dropPartition(pool, month.name)
  await deleteMergeProgress(pool, month.name)
}

/** Merges the next gateways of a month, in one transaction. */
async function mergeGateways({ pool, onDamaged, onStep }: PackingDependencies, { name, ...days }: Month) {
  return inTransaction(
    pool,
    async (transaction) => {
      await keepPartitions(transaction)
      const { through } = await lockMerge(transaction, name)
      const gateways = await nextGatewaysToMerge(transaction, { ...days, after: through, limit: gatewaysAtOnce })
      const isSmall = ({ reports }: { reports: number }) => reports <= reportsOfMonth
      const small = gateways.filter(isSmall).map(({ gatewayId }) => gatewayId)
      await mergeDays(transaction, { ...days, gatewayIds: small, onDamaged })
      await moveDays(transaction, { ...days, gatewayIds: gateways.map(({ gatewayId }) => gatewayId) })
      const isMerged = gateways.length < gatewaysAtOnce
      // A finished month starts from the first gateway again, to find days that are packed later.
      await saveMerge(transaction, name, isMerged ? null : (gateways.at(-1)?.gatewayId ?? through))
      await onStep?.('merged')
      return { isMerged }
    },
    'repeatable',
  )
}

/** @throws Error `55000` if something has come into the partition meanwhile: the next run moves it */
async function seal({ pool }: PackingDependencies, { name }: Month): Promise<void> {
  const isEmpty = await inTransaction(pool, async (transaction) => sealIfEmpty(transaction, name, waitForReadersMs))
  if (!isEmpty) throw Object.assign(new Error(`The partition ${name} is not empty`), { code: '55000' })
}

export type DaysToMerge = EpochDays & { gatewayIds: readonly string[]; onDamaged: PackingDependencies['onDamaged'] }

/** Merges packed days of gateways, which lie in one month. If one is damaged, or there is only one, they are not changed. */
export async function mergeDays(transaction: Transaction, { onDamaged, ...wanted }: DaysToMerge): Promise<void> {
  if (wanted.gatewayIds.length === 0) return
  const pace = createPace()
  const rows = await readDayRows(transaction, wanted)
  for (const ofGateway of Map.groupBy(rows, ({ gatewayId }) => gatewayId).values()) {
    const days = await unpackedRows(ofGateway, pace, onDamaged)
    const months: MonthRow[] = []
    for (const group of days ? groupsOf(days) : []) months.push(await mergeRows(group, pace))
    // Writes each month when it is merged, because the server ends a transaction that sends nothing for a while.
    if (months.length > 0) await replaceByMonths(transaction, months)
  }
}

type UnpackedRow = DayRow & { documents: readonly string[] }

/** Null if a row is damaged. */
async function unpackedRows(
  rows: readonly DayRow[],
  pace: Pace,
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

/** Rows of a gateway in groups of several whole days, none of which is too large. */
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

async function mergeRows(rows: readonly UnpackedRow[], pace: Pace): Promise<MonthRow> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) throw new Error('There are no days to merge')
  await pace()
  const hours = rows.flatMap(({ day, hours: ofDay }) => (ofDay ? [{ day, hours: ofDay }] : []))
  return {
    gatewayId: first.gatewayId,
    day: first.day,
    days: last.day - first.day + 1,
    reportCount: rows.reduce((sum, { reportCount }) => sum + reportCount, 0),
    hours: await mergeHours(hours),
    data: await compressDocuments(rows.flatMap(({ documents }) => documents)),
  }
}
