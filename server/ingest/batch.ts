import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import type { Bus } from '#server/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
import { conclude, type Entry, type ReportEntry } from './conclusions.ts'
import { createGroups, type Groups } from './groups.ts'
import type { IngestMetrics } from './metrics.ts'
import {
  begin,
  commit,
  drawSequence,
  ensurePartitions,
  holdStatuses,
  insertTelemetry,
  rollback,
  saveStatuses,
  type TelemetryRow,
} from './store.ts'

/** A publication that is dropped: it only waits for its turn, since acknowledgements keep the order of arrival. */
export type Refused = { kind: 'refused' }

/** `unstorable`: the database takes this entry for wrong; it is dropped, the others are stored. */
export type Outcome = 'stored' | 'unstorable' | 'refused'

/** Resolves once the entry is committed; rejects when it could not be stored now, and sending it again makes sense. */
export type Writer = Groups<Entry | Refused, Outcome>

export type IngestLog = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type WriterParts = {
  pool: Pool
  bus: Pick<Bus, 'publish'>
  clock: Clock
  log: IngestLog
  metrics: Pick<IngestMetrics, 'batchEntries' | 'batchSeconds'>
}

const maxGroup = 1000
const maxWaiting = 50_000
const retryAfterMs = [50, 200, 800, 2000]

/** Stores reports and last wills with all they cause, many in one commit. Decisions 5: acknowledged means stored. */
export function createWriter(parts: WriterParts): Writer {
  const run = async (items: readonly (Entry | Refused)[]): Promise<Outcome[]> => {
    const entries = items.filter((item) => item.kind !== 'refused')
    const outcomes = entries.length === 0 ? [] : await storeTimed(parts, entries)
    let next = 0
    return items.map((item) => (item.kind === 'refused' ? 'refused' : (outcomes[next++] ?? 'unstorable')))
  }
  return createGroups({ run, maxGroup, maxWaiting })
}

async function storeTimed(parts: WriterParts, entries: readonly Entry[]): Promise<Outcome[]> {
  const stop = parts.metrics.batchSeconds.startTimer()
  parts.metrics.batchEntries.observe(entries.length)
  try {
    return await storePatiently(parts, entries)
  } finally {
    stop()
  }
}

// A commit whose answer was lost is simply repeated: what is stored already stays one row.
async function storePatiently(parts: WriterParts, entries: readonly Entry[]): Promise<Outcome[]> {
  for (const waitMs of retryAfterMs) {
    try {
      return await storeApart(parts, entries)
    } catch (error) {
      parts.log.warn({ err: error, entries: entries.length }, 'Reports could not be stored; trying again')
      await pause(waitMs)
    }
  }
  return storeApart(parts, entries)
}

// One wrong entry makes its whole transaction fail: the halves are tried until it is alone.
async function storeApart(parts: WriterParts, entries: readonly Entry[]): Promise<Outcome[]> {
  try {
    await storeTogether(parts, entries)
    return entries.map(() => 'stored')
  } catch (error) {
    if (isPartitionMissing(error)) return storeWithPartitions(parts, entries)
    if (!isAboutData(error)) throw error
    if (entries.length > 1) return storeHalves(parts, entries)
    parts.log.error({ err: error, gatewayId: entries[0]?.gatewayId }, 'A report cannot be stored and is dropped')
    return ['unstorable']
  }
}

async function storeHalves(parts: WriterParts, entries: readonly Entry[]): Promise<Outcome[]> {
  const middle = Math.ceil(entries.length / 2)
  const first = await storeApart(parts, entries.slice(0, middle))
  return [...first, ...(await storeApart(parts, entries.slice(middle)))]
}

async function storeWithPartitions(parts: WriterParts, entries: readonly Entry[]): Promise<Outcome[]> {
  const moments = entries.filter(isReport).map(({ report }) => report.at)
  await ensurePartitions(parts.pool, Math.min(...moments), Math.max(...moments))
  await storeTogether(parts, entries)
  return entries.map(() => 'stored')
}

async function storeTogether({ pool, bus, clock }: WriterParts, entries: readonly Entry[]): Promise<void> {
  const client = await pool.connect()
  try {
    await begin(client)
    await store({ client, bus, now: clock.now() }, entries)
    await commit(client)
    client.release()
  } catch (error) {
    client.release(await undo(client))
    throw error
  }
}

// Answers the reason for which the connection is of no more use, if there is one.
async function undo(client: ClientBase): Promise<Error | undefined> {
  try {
    await rollback(client)
    return undefined
  } catch (error) {
    return error as Error
  }
}

type Storing = { client: ClientBase; bus: Pick<Bus, 'publish'>; now: number }

async function store({ client, bus, now }: Storing, entries: readonly Entry[]): Promise<void> {
  const gatewayIds = [...new Set(entries.map(({ gatewayId }) => gatewayId))]
  const known = await holdStatuses(client, gatewayIds, now)
  const sequence = await drawSequence(client, entries.length)
  const rows = entries.flatMap((entry, index) => (isReport(entry) ? [toRow(entry, sequence[index] ?? 0)] : []))
  const stored = rows.length === 0 ? new Set<number>() : await insertTelemetry(client, rows, now)
  const { updates, messages } = conclude({ entries, sequence, known, stored })
  await saveStatuses(client, updates)
  await bus.publish(client, messages)
}

function isReport(entry: Entry): entry is ReportEntry {
  return entry.kind === 'report'
}

function toRow({ gatewayId, unit, report }: ReportEntry, seq: number): TelemetryRow {
  return { gatewayId, unit, ts: report.ts, seq, payload: JSON.stringify(report.values) }
}

function isPartitionMissing(error: unknown): boolean {
  return sqlState(error) === '23514'
}

/** SQLSTATE classes of what is wrong with the data, as opposed to the database. PostgreSQL manual, appendix A. */
const dataClasses = new Set(['22', '23', '54'])

function isAboutData(error: unknown): boolean {
  return dataClasses.has(sqlState(error).slice(0, 2))
}

function sqlState(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}
