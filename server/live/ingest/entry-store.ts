import type { Bus } from '#server/live/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
import type { Queryable } from '#server/database/sql.ts'
import { ensureTelemetryDays } from '#server/database/store.ts'
import { applyEntries, type Entry, type EntryBatch, type ReportEntry } from './apply-entries.ts'
import {
  drawSequenceNumbers,
  findRepeatedReportIndexes,
  insertNewGateways,
  isNotAsRead,
  isPartitionMissing,
  readGatewayStates,
  writeBatch,
  type GatewayStateRow,
  type StatusUpdate,
  type TelemetryRow,
  type Written,
} from './store.ts'

/** Stores at most `maxBatchEntries` entries, with all their effects, in one transaction. */
export type EntryStore = (entries: readonly Entry[]) => Promise<void>

export type EntryStoreDependencies = {
  db: Queryable
  bus: Pick<Bus, 'prepareNotifications'>
  clock: Clock
  /** Called after a commit with changes for third parties. */
  onPartnerChanges?: (() => unknown) | undefined
}

/** If two processes receive data of one gateway at the same time, one of them must read again and retry. */
const maxAttempts = 10

const maxCachedRows = 100_000

/**
 * Stores reports in rows. The last written row of each gateway is cached and updated only if it is unchanged in the
 * database; otherwise it is read again.
 */
export function createEntryStore({ clock, ...dependencies }: EntryStoreDependencies): EntryStore {
  const { db } = dependencies
  const memory: StateCache = { rows: new Map(), nextBase: undefined, isLateApart: false }

  async function storeEntries(entries: readonly Entry[]): Promise<void> {
    try {
      await storeAttentively(entries)
    } catch (error) {
      if (!isPartitionMissing(error)) throw error
      await makePartitions(entries)
      await storeAttentively(entries).catch((again: unknown) => {
        // The error is not about the reports, so gateways send them again.
        throw isPartitionMissing(again) ? new Error('A report has no partition yet', { cause: again }) : again
      })
    }
  }

  /** Makes no partition for days before yesterday: those days are packed, and their reports go to a table for late reports. */
  async function makePartitions(entries: readonly Entry[]): Promise<void> {
    const moments = entries.flatMap((entry) => (entry.kind === 'report' ? [entry.report.at] : []))
    const kept = moments.filter((at) => at >= startOfYesterday(clock.now()))
    if (kept.length < moments.length) memory.isLateApart = true
    if (kept.length > 0) await ensureTelemetryDays(db, Math.min(...kept), Math.max(...kept))
  }

  async function storeAttentively(entries: readonly Entry[]): Promise<void> {
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      try {
        return await tryOnce(entries)
      } catch (error) {
        if (!isNotAsRead(error)) throw error
      }
    }
    return tryOnce(entries)
  }

  async function tryOnce(entries: readonly Entry[]): Promise<void> {
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

/** The start of yesterday in epoch milliseconds; earlier reports are late. */
function startOfYesterday(now: number): number {
  return (Math.floor(now / dayMs) - 1) * dayMs
}

/**
 * A cache of the rows that this process last wrote, by gateway id. `nextBase`: sequence numbers that it drew afterwards.
 * `isLateApart`: some days are packed, so late reports go directly to their own table.
 */
type StateCache = { rows: Map<string, GatewayStateRow>; nextBase: number | undefined; isLateApart: boolean }

type BatchDependencies = Omit<EntryStoreDependencies, 'clock'> & { memory: StateCache; now: number }

/** The facts for evaluating entries. `telemetry`: the reports to store. */
type BatchFacts = Omit<EntryBatch, 'entries'> & { telemetry: readonly TelemetryRow[] }

async function storeBatch(dependencies: BatchDependencies, entries: readonly Entry[]): Promise<void> {
  const { memory } = dependencies
  const gatewayIds = [...new Set(entries.map(({ gatewayId }) => gatewayId))]
  const uncachedGatewayIds = gatewayIds.filter((id) => !memory.rows.has(id))
  const { nextBase } = memory
  // Numbers are used once; those drawn before a row was read may be smaller than the row's.
  memory.nextBase = undefined
  const isCached = uncachedGatewayIds.length === 0 && nextBase !== undefined
  return commit(
    dependencies,
    entries,
    isCached ? cachedState(memory, entries, nextBase) : await readState(dependencies, entries, uncachedGatewayIds),
  )
}

/**
 * Optimistic path: assumes that no report is repeated and that the cached states are current. If not, the write is
 * rejected.
 */
function cachedState({ rows }: StateCache, entries: readonly Entry[], base: number): BatchFacts {
  return { base, rowOf: (id) => rows.get(id), isRepeated: () => false, telemetry: toRows(entries) }
}

/** Reads the states and detects repeated reports, without holding locks. */
async function readState(
  { db, memory }: BatchDependencies,
  entries: readonly Entry[],
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

/** One statement is the whole transaction, so a lost client leaves no open one. */
async function commit(
  { db, bus, memory, now, onPartnerChanges }: BatchDependencies,
  entries: readonly Entry[],
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
  entries: readonly Entry[]
}

async function insertMissing({ db, read, uncachedGatewayIds, entries }: MissingRows): Promise<void> {
  const missing = uncachedGatewayIds.filter((id) => !read.has(id))
  if (missing.length === 0) return
  await insertNewGateways(db, firstSeenAt(missing, entries))
  for (const [id, row] of await readGatewayStates(db, missing)) read.set(id, row)
}

// The time of the report, not of the write: a will is ignored if its gateway was seen on a later connection.
function firstSeenAt(gatewayIds: readonly string[], entries: readonly Entry[]): Map<string, number> {
  const first = new Map(entries.toReversed().map(({ gatewayId, receivedAt }) => [gatewayId, receivedAt]))
  return new Map(gatewayIds.map((id) => [id, first.get(id) ?? 0]))
}

function toRows(entries: readonly Entry[]): TelemetryRow[] {
  return entries.flatMap((entry, slot) => (entry.kind === 'report' ? [toRow(entry, slot)] : []))
}

function toRow({ gatewayId, unit, report }: ReportEntry, slot: number): TelemetryRow {
  return { slot, gatewayId, unit, ts: report.ts, at: report.at, payload: JSON.stringify(report.values) }
}

function cacheUpdates(memory: StateCache, updates: readonly StatusUpdate[], { version, nextBase }: Written): void {
  if (memory.rows.size > maxCachedRows) memory.rows.clear()
  for (const { gatewayId, state } of updates) memory.rows.set(gatewayId, { state, version })
  memory.nextBase = nextBase
}
