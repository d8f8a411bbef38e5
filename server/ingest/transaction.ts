import type { ClientBase } from 'pg'
import type { Bus } from '#server/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
import { conclude, type Entry, type ReportEntry } from './conclusions.ts'
import type { Pipeline } from './pipeline.ts'
import {
  begin,
  drawNumbers,
  insertedNumbers,
  insertTelemetry,
  insertUnknown,
  readKnown,
  saveKnown,
  type Inserted,
  type KnownRow,
  type StatusUpdate,
  type TelemetryRow,
} from './store.ts'

/**
 * Stores entries, no more than `numbersAtOnce`, with all they cause, in one transaction. `onSent` tells that the next
 * may follow, though this one is not committed yet.
 */
export type Store = (entries: readonly Entry[], onSent: () => void) => Promise<void>

export type StoreParts = { pipeline: Pipeline; bus: Pick<Bus, 'publish'>; clock: Clock }

/** Two processes hear of one gateway at the same time: one of them has to look again. */
const maxAttempts = 10

const rememberedAtMost = 100_000

/** A report came again, or another process wrote of the same gateway. */
class NotAsRememberedError extends Error {
  override name = 'NotAsRememberedError'
}

/**
 * Makes the way from reports to rows. What was written last of each gateway is remembered, and only written over when
 * it is still so; else it is read again.
 */
export function createStore({ pipeline, bus, clock }: StoreParts): Store {
  const memory: Memory = { rows: new Map(), nextBase: undefined }

  async function store(entries: readonly Entry[], onSent: () => void): Promise<void> {
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      if (await isStored(storeOnce(entries, onSent))) return
    }
    await storeOnce(entries, onSent)
  }

  async function storeOnce(entries: readonly Entry[], onSent: () => void): Promise<void> {
    try {
      await pipeline.transact((client) => work({ client, bus, memory, now: clock.now() }, entries), onSent)
    } catch (error) {
      for (const { gatewayId } of entries) memory.rows.delete(gatewayId)
      throw error
    }
  }

  return store
}

async function isStored(storing: Promise<void>): Promise<boolean> {
  try {
    await storing
    return true
  } catch (error) {
    if (error instanceof NotAsRememberedError) return false
    throw error
  }
}

/** What this process wrote last of gateways, and sequence numbers that it drew after that. */
type Memory = { rows: Map<string, KnownRow>; nextBase: number | undefined }

type Workplace = { client: ClientBase; bus: Pick<Bus, 'publish'>; memory: Memory; now: number }

async function work(place: Workplace, entries: readonly Entry[]): Promise<void> {
  const { memory } = place
  const gatewayIds = [...new Set(entries.map(({ gatewayId }) => gatewayId))]
  const strangers = gatewayIds.filter((id) => !memory.rows.has(id))
  const { nextBase } = memory
  // Numbers are used once; those drawn before a row was read may be smaller than the row's.
  memory.nextBase = undefined
  if (strangers.length > 0 || nextBase === undefined) await workOpenly(place, entries, strangers)
  else await workFromMemory(place, entries, nextBase)
}

/** All in one go, taking for granted that no report is repeated and no other process wrote of the gateways. */
async function workFromMemory(
  { client, bus, memory, now }: Workplace,
  entries: readonly Entry[],
  base: number,
): Promise<void> {
  const telemetry = toRows(entries)
  const rowOf = (id: string): KnownRow | undefined => memory.rows.get(id)
  const { updates, messages } = conclude({ entries, base, rowOf, isRepeated: () => false })
  const [, written, saved] = await Promise.all([
    begin(client),
    insertTelemetry(client, { base, telemetry, receivedAt: now }),
    saveKnown(client, updates),
    bus.publish(client, messages),
  ])
  if (written.inserted !== telemetry.length || saved !== updates.length) throw new NotAsRememberedError()
  remember(memory, { updates, written })
}

/** Step by step: what is known is read, and repeated reports are told from new ones. */
async function workOpenly(
  { client, bus, memory, now }: Workplace,
  entries: readonly Entry[],
  strangers: readonly string[],
): Promise<void> {
  const telemetry = toRows(entries)
  const [, read, base] = await Promise.all([begin(client), readKnown(client, strangers), drawNumbers(client)])
  await addMissing({ client, read, strangers, now })
  const written = await insertTelemetry(client, { base, telemetry, receivedAt: now })
  const stored = written.inserted < telemetry.length ? await insertedNumbers(client, base, telemetry) : undefined
  const rowOf = (id: string): KnownRow | undefined => read.get(id) ?? memory.rows.get(id)
  const isRepeated = (seq: number): boolean => stored !== undefined && !stored.has(seq)
  const { updates, messages } = conclude({ entries, base, rowOf, isRepeated })
  const [saved] = await Promise.all([saveKnown(client, updates), bus.publish(client, messages)])
  if (saved !== updates.length) throw new NotAsRememberedError()
  remember(memory, { updates, written })
}

type Missing = { client: ClientBase; read: Map<string, KnownRow>; strangers: readonly string[]; now: number }

async function addMissing({ client, read, strangers, now }: Missing): Promise<void> {
  const missing = strangers.filter((id) => !read.has(id))
  if (missing.length === 0) return
  await insertUnknown(client, missing, now)
  for (const [id, row] of await readKnown(client, missing)) read.set(id, row)
}

function toRows(entries: readonly Entry[]): TelemetryRow[] {
  return entries.flatMap((entry, slot) => (entry.kind === 'report' ? [toRow(entry, slot)] : []))
}

function toRow({ gatewayId, unit, report }: ReportEntry, slot: number): TelemetryRow {
  return { slot, gatewayId, unit, ts: report.ts, payload: JSON.stringify(report.values) }
}

type Written = { updates: readonly StatusUpdate[]; written: Inserted }

// The next batch may begin before this one is committed: should it not be, no row has this version.
function remember(memory: Memory, { updates, written }: Written): void {
  if (memory.rows.size > rememberedAtMost) memory.rows.clear()
  for (const { gatewayId, known } of updates) memory.rows.set(gatewayId, { known, version: written.version })
  memory.nextBase = written.nextBase
}
