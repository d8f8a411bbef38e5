import type { ClientBase } from 'pg'
import type { Bus } from '#server/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
import { conclude, type Entry, type ReportEntry } from './conclusions.ts'
import type { Pipeline } from './pipeline.ts'
import {
  beginBatch,
  insertedNumbers,
  insertUnknown,
  readKnown,
  saveKnown,
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

class ChangedMeanwhileError extends Error {
  override name = 'ChangedMeanwhileError'
}

/**
 * Makes the way from reports to rows. What was written last of each gateway is remembered, and only written over when
 * it is still so; else it is read again.
 */
export function createStore({ pipeline, bus, clock }: StoreParts): Store {
  const remembered = new Map<string, KnownRow>()

  async function store(entries: readonly Entry[], onSent: () => void): Promise<void> {
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      if (await isStored(storeOnce(entries, onSent))) return
    }
    await storeOnce(entries, onSent)
  }

  async function storeOnce(entries: readonly Entry[], onSent: () => void): Promise<void> {
    try {
      await pipeline.transact((client) => work({ client, bus, remembered, now: clock.now() }, entries), onSent)
    } catch (error) {
      for (const { gatewayId } of entries) remembered.delete(gatewayId)
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
    if (error instanceof ChangedMeanwhileError) return false
    throw error
  }
}

type Workplace = { client: ClientBase; bus: Pick<Bus, 'publish'>; remembered: Map<string, KnownRow>; now: number }

async function work({ client, bus, remembered, now }: Workplace, entries: readonly Entry[]): Promise<void> {
  const gatewayIds = [...new Set(entries.map(({ gatewayId }) => gatewayId))]
  const telemetry = entries.flatMap((entry, slot) => (entry.kind === 'report' ? [toRow(entry, slot)] : []))
  const strangers = gatewayIds.filter((id) => !remembered.has(id))
  const { read, base, inserted, version } = await beginBatch(client, { strangers, telemetry, receivedAt: now })
  await addMissing({ client, read, strangers, now })
  const stored = inserted < telemetry.length ? await insertedNumbers(client, base, telemetry) : undefined
  const { updates, messages } = conclude({
    entries,
    numberOf: (index) => base + index,
    rowOf: (id) => read.get(id) ?? remembered.get(id),
    isRepeated: (seq) => stored !== undefined && !stored.has(seq),
  })
  const [saved] = await Promise.all([saveKnown(client, updates), bus.publish(client, messages)])
  if (saved !== updates.length) throw new ChangedMeanwhileError('Another process wrote the status of the same gateway')
  remember(remembered, updates, version)
}

type Missing = { client: ClientBase; read: Map<string, KnownRow>; strangers: readonly string[]; now: number }

async function addMissing({ client, read, strangers, now }: Missing): Promise<void> {
  const missing = strangers.filter((id) => !read.has(id))
  if (missing.length === 0) return
  await insertUnknown(client, missing, now)
  for (const [id, row] of await readKnown(client, missing)) read.set(id, row)
}

function toRow({ gatewayId, unit, report }: ReportEntry, slot: number): TelemetryRow {
  return { slot, gatewayId, unit, ts: report.ts, payload: JSON.stringify(report.values) }
}

// The next batch may begin before this one is committed: should it not be, no row has this version.
function remember(remembered: Map<string, KnownRow>, updates: readonly StatusUpdate[], version: string): void {
  if (remembered.size > rememberedAtMost) remembered.clear()
  for (const { gatewayId, known } of updates) remembered.set(gatewayId, { known, version })
}
