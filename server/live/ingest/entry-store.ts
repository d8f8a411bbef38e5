import type { Bus } from '#server/live/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
import type { Queryable } from '#server/database/sql.ts'
import { ensureTelemetryDays } from '#server/database/store.ts'
import { applyEntries, type IngestEntry, type EntryBatch, type ReportEntry } from './apply-entries.ts'
import {
  drawSequenceNumbers,
  findRepeatedReportIndexes,
  insertNewGateways,
  isWriteConflict,
  isPartitionMissing,
  readGatewayStates,
  writeBatch,
  type GatewayStateRow,
  type StatusUpdate,
  type TelemetryRow,
  type WrittenBatch,
} from './store.ts'

/** Stores at most `maxBatchEntries` entries, with all their effects, in one transaction. Rejects if it cannot. */
export type EntryStore = (entries: readonly IngestEntry[]) => Promise<void>

export type EntryStoreDependencies = {
  db: Queryable
  bus: Pick<Bus, 'prepareNotifications'>
  clock: Clock
  /** Called after a commit that has changes for third parties. */
  onPartnerChanges?: (() => unknown) | undefined
}

/**
 * The maximum number of attempts to store a batch. If two processes receive data of one gateway at the same time, one
 * of them must read the states again and retry.
 */
const maxAttempts = 10

const maxCachedRows = 100_000

/**
 * Creates a store that writes reports and states of gateways to the database. It caches the row of each gateway that
 * this process last wrote. It updates a row only if it is unchanged in the database; otherwise it reads the row again.
 */
export function createEntryStore({ clock, ...dependencies }: EntryStoreDependencies): EntryStore {
  const { db } = dependencies
  const memory: StateCache = { rows: new Map(), nextBase: undefined, isLateApart: false }

  async function storeEntries(entries: readonly IngestEntry[]): Promise<void> {
    try {
      await storeAttentively(entries)
    } catch (error) {
      if (!isPartitionMissing(error)) throw error
      await makePartitions(entries)
      await storeAttentively(entries).catch((again: unknown) => {
        // Throws an error that does not blame the reports, so that they are not dropped and gateways send them again.
        throw isPartitionMissing(again) ? new Error('A report has no partition yet', { cause: again }) : again
      })
    }
  }

  /**
   * Makes no partition for days before yesterday, because those days are packed. Their reports go to the table of late
   * reports.
   */
  async function makePartitions(entries: readonly IngestEntry[]): Promise<void> {
    const moments = entries.flatMap((entry) => (entry.kind === 'report' ? [entry.report.at] : []))
    const kept = moments.filter((at) => at >= startOfYesterday(clock.now()))
    if (kept.length < moments.length) memory.isLateApart = true
    if (kept.length > 0) await ensureTelemetryDays(db, Math.min(...kept), Math.max(...kept))
  }

  async function storeAttentively(entries: readonly IngestEntry[]): Promise<void> {
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      try {
        return await tryOnce(entries)
      } catch (error) {
        if (!isWriteConflict(error)) throw error
      }
    }
    return tryOnce(entries)
  }

  async function tryOnce(entries: readonly IngestEntry[]): Promise<void> {
    try {
      await storeBatch({ ...dependencies, memory, now: clock.now() }, entries)
    } catch (error) {
      for (const { gatewayId } of entries) memory.rows.delete(gatewayId)
      throw error
    }
  }

  return storeEntries
}

const dayMs = 86_400_000

/** Returns the start of yesterday (UTC) in epoch milliseconds; earlier reports may be late. */
function startOfYesterday(now: number): number {
  return (Math.floor(now / dayMs) - 1) * dayMs
}

/**
 * The cached state of the store. `rows`: the rows that this process last wrote, by gateway id. `nextBase`: the first of
 * the sequence numbers that it drew with the last write. `isLateApart`: some days are packed, so reports from before
 * yesterday go directly to the table of late reports.
 */
type StateCache = { rows: Map<string, GatewayStateRow>; nextBase: number | undefined; isLateApart: boolean }

type BatchDependencies = Omit<EntryStoreDependencies, 'clock'> & { memory: StateCache; now: number }

/** The data to evaluate entries, and `telemetry`, the reports to store. */
type BatchFacts = Omit<EntryBatch, 'entries'> & { telemetry: readonly TelemetryRow[] }

async function storeBatch(dependencies: BatchDependencies, entries: readonly IngestEntry[]): Promise<void> {
  const { memory } = dependencies
  const gatewayIds = [...new Set(entries.map(({ gatewayId }) => gatewayId))]
  const uncachedGatewayIds = gatewayIds.filter((id) => !memory.rows.has(id))
  const { nextBase } = memory
  // Sequence numbers are used once. Numbers that were drawn before a row was read may be smaller than the row's.
  memory.nextBase = undefined
  const isCached = uncachedGatewayIds.length === 0 && nextBase !== undefined
  return commit(
    dependencies,
    entries,
    isCached ? cachedState(memory, entries, nextBase) : await readState(dependencies, entries, uncachedGatewayIds),
  )
}

/**
 * Assumes that no report is repeated and that the cached states are current. If that is wrong, the write is rejected.
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
    findRepeatedReportIndexes(db, telemetry),
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
 * Writes everything in one statement, which is the whole transaction. If the process ends, no open transaction remains.
 */
async function commit(
  { db, bus, memory, now, onPartnerChanges }: BatchDependencies,
  entries: readonly IngestEntry[],
  facts: BatchFacts,
): Promise<void> {
  const { base, telemetry } = facts
  const { updates, messages } = applyEntries({ entries, ...facts })
  const { chunks, onCommitted } = bus.prepareNotifications(messages)
  const isLate = ({ at }: TelemetryRow): boolean => memory.isLateApart && at < startOfYesterday(now)
  const written = await writeBatch(db, {
    base,
    telemetry: telemetry.filter((row) => !isLate(row)),
    late: telemetry.filter(isLate),
    updates,
    receivedAt: now,
    chunks,
  })
  onCommitted()
  if (written.isShared) onPartnerChanges?.()
  cacheUpdates(memory, updates, written)
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
  await insertNewGateways(db, firstSeenAt(missing, entries))
  for (const [id, row] of await readGatewayStates(db, missing)) read.set(id, row)
}

// Uses the time of the report, not of the write. A last will is ignored if its gateway was last seen on a later
// connection.
function firstSeenAt(gatewayIds: readonly string[], entries: readonly IngestEntry[]): Map<string, number> {
  const first = new Map(entries.toReversed().map(({ gatewayId, receivedAt }) => [gatewayId, receivedAt]))
  return new Map(gatewayIds.map((id) => [id, first.get(id) ?? 0]))
}

function toRows(entries: readonly IngestEntry[]): TelemetryRow[] {
  return entries.flatMap((entry, slot) => (entry.kind === 'report' ? [toRow(entry, slot)] : []))
}

function toRow({ gatewayId, unit, report }: ReportEntry, slot: number): TelemetryRow {
  return { slot, gatewayId, unit, ts: report.ts, at: report.at, payload: JSON.stringify(report.values) }
}

function cacheUpdates(memory: StateCache, updates: readonly StatusUpdate[], { version, nextBase }: WrittenBatch): void {
  if (memory.rows.size > maxCachedRows) memory.rows.clear()
  for (const { gatewayId, state } of updates) memory.rows.set(gatewayId, { state, version })
  memory.nextBase = nextBase
}
