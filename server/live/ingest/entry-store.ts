import { dayMs } from '#contract/durations.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
import type { Queryable } from '#server/database/sql.ts'
import { ensureDailyTelemetryPartitions } from '#server/database/store.ts'
import { applyEntries, type IngestEntry, type EntryBatch, type ReportEntry } from './apply-entries.ts'
import {
  drawSequenceNumbers,
  findRepeatedReportSlots,
  insertMissingStatusRows,
  isWriteConflictError,
  isPartitionMissingError,
  readGatewayStates,
  writeReportBatch,
  type GatewayStateRow,
  type GatewayStateUpdate,
  type BatchedReport,
  type BatchWriteResult,
} from './store.ts'

/**
 * Stores at most `maxBatchEntries` entries with all their effects in one transaction. Rejects if the transaction
 * fails.
 */
export type EntryStore = (entries: readonly IngestEntry[]) => Promise<void>

export type EntryStoreDependencies = {
  db: Queryable
  bus: Pick<Bus, 'prepareNotifications'>
  clock: Clock
  /** Called after a commit that contains changes for third parties. */
  onPartnerChanges?: (() => unknown) | undefined
}

/**
 * The maximum number of attempts to store a batch. If two processes receive data of one gateway at the same time, one
 * of them must read the states again and retry.
 */
const maxAttempts = 10

const maxCachedRows = 100_000

/**
 * Creates a store that writes reports and states of gateways to the database. It caches the rows that this process
 * last wrote. A write updates a row only if no other process has changed it; otherwise the store reads the row again.
 */
export function createEntryStore({ clock, ...dependencies }: EntryStoreDependencies): EntryStore {
  const { db } = dependencies
  const memory: StateCache = { rows: new Map(), nextBase: undefined, isLateApart: false }

  async function storeEntries(entries: readonly IngestEntry[]): Promise<void> {
    try {
      await storeAttentively(entries)
    } catch (error) {
      if (!isPartitionMissingError(error)) throw error
      await makePartitions(entries)
      await storeAttentively(entries).catch((again: unknown) => {
        // Throws an error that does not count as invalid data. The reports are then not dropped, and the gateways send
        // them again.
        throw isPartitionMissingError(again) ? new Error('A report has no partition yet', { cause: again }) : again
      })
    }
  }

  /**
   * Creates missing partitions for the days of the reports. Days before yesterday get no partition, because they are
   * packed; their reports go to the table of late reports.
   */
  async function makePartitions(entries: readonly IngestEntry[]): Promise<void> {
    const moments = entries.flatMap((entry) => (entry.kind === 'report' ? [entry.report.at] : []))
    const keptMoments = moments.filter((at) => at >= startOfYesterday(clock.now()))
    if (keptMoments.length < moments.length) memory.isLateApart = true
    if (keptMoments.length > 0)
      await ensureDailyTelemetryPartitions(db, Math.min(...keptMoments), Math.max(...keptMoments))
  }

  async function storeAttentively(entries: readonly IngestEntry[]): Promise<void> {
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      try {
        return await storeOnce(entries)
      } catch (error) {
        if (!isWriteConflictError(error)) throw error
      }
    }
    return storeOnce(entries)
  }

  async function storeOnce(entries: readonly IngestEntry[]): Promise<void> {
    try {
      await storeBatch({ ...dependencies, memory, now: clock.now() }, entries)
    } catch (error) {
      for (const { gatewayId } of entries) memory.rows.delete(gatewayId)
      throw error
    }
  }

  return storeEntries
}

/** Returns the start of yesterday (UTC) in epoch milliseconds. Reports from before this time may be late. */
function startOfYesterday(now: number): number {
  return (Math.floor(now / dayMs) - 1) * dayMs
}

/**
 * The cache of the store. `rows`: the gateway rows that this process last wrote, by gateway id. `nextBase`: the first
 * sequence number for the next batch, drawn with the last write. `isLateApart`: whether some days are packed, so that
 * reports from before yesterday go directly to the table of late reports.
 */
type StateCache = { rows: Map<string, GatewayStateRow>; nextBase: number | undefined; isLateApart: boolean }

type BatchDependencies = Omit<EntryStoreDependencies, 'clock'> & { memory: StateCache; now: number }

/** The data needed to apply a batch of entries. `telemetry`: the reports to store. */
type BatchFacts = Omit<EntryBatch, 'entries'> & { telemetry: readonly BatchedReport[] }

async function storeBatch(dependencies: BatchDependencies, entries: readonly IngestEntry[]): Promise<void> {
  const { memory } = dependencies
  const gatewayIds = [...new Set(entries.map(({ gatewayId }) => gatewayId))]
  const uncachedGatewayIds = gatewayIds.filter((id) => !memory.rows.has(id))
  const { nextBase } = memory
  // Clears `nextBase`, so that its numbers are used only once. If a row must be read again, the numbers are not used at
  // all, because the row may already have a greater number.
  memory.nextBase = undefined
  const isCached = uncachedGatewayIds.length === 0 && nextBase !== undefined
  return commit(
    dependencies,
    entries,
    isCached ? cachedState(memory, entries, nextBase) : await readState(dependencies, entries, uncachedGatewayIds),
  )
}

/**
 * Returns the states of the cached rows. Assumes that they are current and that no report is repeated. If this is
 * wrong, the database rejects the write.
 */
function cachedState({ rows }: StateCache, entries: readonly IngestEntry[], base: number): BatchFacts {
  return { base, rowOf: (id) => rows.get(id), isRepeated: () => false, telemetry: toRows(entries) }
}

/** Reads the states and detects repeated reports, without holding locks. */
async function readState(
  { db, memory }: BatchDependencies,
  entries: readonly IngestEntry[],
  uncachedGatewayIds: readonly string[],
): Promise<BatchFacts> {
  const telemetry = toRows(entries)
  const [read, repeated] = await Promise.all([
    readGatewayStates(db, uncachedGatewayIds),
    findRepeatedReportSlots(db, telemetry),
  ])
  await insertMissing({ db, read, uncachedGatewayIds, entries })
  return {
    base: await drawSequenceNumbers(db),
    rowOf: (id) => read.get(id) ?? memory.rows.get(id),
    isRepeated: (slot) => repeated.has(slot),
    telemetry: telemetry.filter(({ slot }) => !repeated.has(slot)),
  }
}

/**
 * Writes a batch in one statement, which is the whole transaction. So if the process ends, no open transaction remains.
 */
async function commit(
  { db, bus, memory, now, onPartnerChanges }: BatchDependencies,
  entries: readonly IngestEntry[],
  facts: BatchFacts,
): Promise<void> {
  const { base, telemetry } = facts
  const { updates, messages } = applyEntries({ entries, ...facts })
  const { chunks, onCommitted } = bus.prepareNotifications(messages)
  const isLate = ({ at }: BatchedReport): boolean => memory.isLateApart && at < startOfYesterday(now)
  const batchWriteResult = await writeReportBatch(db, {
    base,
    telemetry: telemetry.filter((row) => !isLate(row)),
    late: telemetry.filter(isLate),
    updates,
    receivedAt: now,
    chunks,
  })
  onCommitted()
  if (batchWriteResult.isShared) onPartnerChanges?.()
  cacheUpdates(memory, updates, batchWriteResult)
}

type MissingRows = {
  db: Queryable
  read: Map<string, GatewayStateRow>
  uncachedGatewayIds: readonly string[]
  entries: readonly IngestEntry[]
}

async function insertMissing({ db, read, uncachedGatewayIds, entries }: MissingRows): Promise<void> {
  const missing = uncachedGatewayIds.filter((id) => !read.has(id))
  if (missing.length === 0) return
  await insertMissingStatusRows(db, firstSeenAt(missing, entries))
  for (const [id, row] of await readGatewayStates(db, missing)) read.set(id, row)
}

// Returns the time at which the first entry of each gateway was received. With the time of the write instead, a last
// will of the same connection would count as outdated and be ignored.
function firstSeenAt(gatewayIds: readonly string[], entries: readonly IngestEntry[]): Map<string, number> {
  const first = new Map(entries.toReversed().map(({ gatewayId, receivedAt }) => [gatewayId, receivedAt]))
  return new Map(gatewayIds.map((id) => [id, first.get(id) ?? 0]))
}

function toRows(entries: readonly IngestEntry[]): BatchedReport[] {
  return entries.flatMap((entry, slot) => (entry.kind === 'report' ? [toRow(entry, slot)] : []))
}

function toRow({ gatewayId, unit, report }: ReportEntry, slot: number): BatchedReport {
  return { slot, gatewayId, unit, ts: report.ts, at: report.at, payload: JSON.stringify(report.values) }
}

function cacheUpdates(
  memory: StateCache,
  updates: readonly GatewayStateUpdate[],
  { version, nextBase }: BatchWriteResult,
): void {
  if (memory.rows.size > maxCachedRows) memory.rows.clear()
  for (const { gatewayId, state } of updates) memory.rows.set(gatewayId, { state, version })
  memory.nextBase = nextBase
}
