import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import type { Bus } from '#server/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
import { conclude, type Entry, type ReportEntry } from './conclusions.ts'
import { createGroups, type Groups } from './groups.ts'
import type { IngestMetrics } from './metrics.ts'
import {
  beginBatch,
  commit,
  ensurePartitions,
  insertedNumbers,
  insertUnknown,
  numbersAtOnce,
  readKnown,
  rollback,
  saveKnown,
  type KnownRow,
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
  /** One that sends without waiting for answers: `openPipeline`. */
  pool: Pool
  bus: Pick<Bus, 'publish'>
  clock: Clock
  log: IngestLog
  metrics: Pick<IngestMetrics, 'batchEntries' | 'batchSeconds'>
}

const maxGroup = numbersAtOnce
const maxWaiting = 50_000
const retryAfterMs = [50, 200, 800, 2000]

/** Two processes hear of one gateway at the same time: one of them has to look again. */
const maxAttempts = 10

class ChangedMeanwhileError extends Error {
  override name = 'ChangedMeanwhileError'
}

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
  const moments = entries.flatMap((entry) => (entry.kind === 'report' ? [entry.report.at] : []))
  await ensurePartitions(parts.pool, Math.min(...moments), Math.max(...moments))
  await storeTogether(parts, entries)
  return entries.map(() => 'stored')
}

async function storeTogether(parts: WriterParts, entries: readonly Entry[]): Promise<void> {
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    if (!(await isChangedMeanwhile(storeOnce(parts, entries)))) return
  }
  await storeOnce(parts, entries)
}

async function isChangedMeanwhile(storing: Promise<void>): Promise<boolean> {
  try {
    await storing
    return false
  } catch (error) {
    if (error instanceof ChangedMeanwhileError) return true
    throw error
  }
}

async function storeOnce({ pool, bus, clock }: WriterParts, entries: readonly Entry[]): Promise<void> {
  const client = await pool.connect()
  try {
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
  const telemetry = entries.flatMap((entry, slot) => (entry.kind === 'report' ? [toRow(entry, slot)] : []))
  const { rows, base, inserted } = await beginBatch(client, { gatewayIds, telemetry, receivedAt: now })
  await addMissing({ client, rows, gatewayIds, now })
  const stored = inserted < telemetry.length ? await insertedNumbers(client, base, telemetry) : undefined
  const isRepeated = (seq: number): boolean => stored !== undefined && !stored.has(seq)
  const { updates, messages } = conclude({ entries, numberOf: (index) => base + index, rows, isRepeated })
  const [saved] = await Promise.all([saveKnown(client, updates), bus.publish(client, messages)])
  if (saved !== updates.length) throw new ChangedMeanwhileError('Another process wrote the status of the same gateway')
}

type Missing = { client: ClientBase; rows: Map<string, KnownRow>; gatewayIds: readonly string[]; now: number }

async function addMissing({ client, rows, gatewayIds, now }: Missing): Promise<void> {
  const missing = gatewayIds.filter((id) => !rows.has(id))
  if (missing.length === 0) return
  await insertUnknown(client, missing, now)
  for (const [id, row] of await readKnown(client, missing)) rows.set(id, row)
}

function toRow({ gatewayId, unit, report }: ReportEntry, slot: number): TelemetryRow {
  return { slot, gatewayId, unit, ts: report.ts, payload: JSON.stringify(report.values) }
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
