import type { Unit } from '#contract/push.ts'
import type { BusMessage, Traced } from '#server/bus/bus.ts'
import type { Report } from './report.ts'
import { applyEvent, type UnitChange, type ReportEvent, type ConnectionLostEvent } from './gateway-state.ts'
import type { GatewayStateRow, StatusUpdate } from './store.ts'

/** A report on its way to the database; times in epoch milliseconds. */
export type ReportEntry = Traced & {
  kind: 'report'
  gatewayId: string
  clientId: string
  unit: Unit
  report: Report
  receivedAt: number
}

/** A last will on its way to the database. `heardAt`: when its connection last brought anything. */
export type OfflineEntry = Traced & {
  kind: 'offline'
  gatewayId: string
  clientId: string
  heardAt: number
  receivedAt: number
}

export type Entry = ReportEntry | OfflineEntry

/** Entries with their sequence numbers, what was known before, and which reports were stored already. */
export type EntryBatch = {
  entries: readonly Entry[]
  /** The entry at index i has the sequence number base + i. */
  base: number
  rowOf: (gatewayId: string) => GatewayStateRow | undefined
  /** Whether the entry at this index is a report that is stored already. */
  isRepeated: (index: number) => boolean
}

export type BatchEffects = { updates: StatusUpdate[]; messages: BusMessage[] }

/**
 * What is known of each gateway after all entries, in their order, and what there is to tell: of several changes of
 * one unit only the last.
 */
export function conclude({ entries, base, rowOf, isRepeated }: EntryBatch): BatchEffects {
  const updates = new Map<string, StatusUpdate>()
  const messages = new Map<string, BusMessage>()
  for (const [index, entry] of entries.entries()) {
    const { gatewayId } = entry
    const seq = base + index
    const before = updates.get(gatewayId) ?? unchanged(gatewayId, rowOf(gatewayId))
    const step = applyEvent(before.known, toEvent(entry, isRepeated(index)))
    for (const change of step.changes) replaceLast(messages, toMessage({ gatewayId, seq, change }, entry))
    const told = step.changes.find(({ unit }) => unit === 'status')
    updates.set(gatewayId, { ...before, known: step.known, ...(told && { told: { seq, ts: told.ts } }) })
  }
  return { updates: [...updates.values()], messages: [...messages.values()] }
}

function unchanged(gatewayId: string, row: GatewayStateRow | undefined): StatusUpdate {
  if (!row) throw new Error('The status row of a gateway was not read')
  return { gatewayId, known: row.known, version: row.version, told: null }
}

function toEvent(entry: Entry, isRepeated: boolean): ReportEvent | ConnectionLostEvent {
  return entry.kind === 'report' ? { ...entry, isRepeated } : entry
}

type UnitChangeOfGateway = { gatewayId: string; seq: number; change: UnitChange }

type GatewayMessage = Extract<BusMessage, { kind: 'gateway' }>

function toMessage({ gatewayId, seq, change }: UnitChangeOfGateway, { trace }: Traced): GatewayMessage {
  const message: GatewayMessage = { kind: 'gateway', gatewayId, seq, ...change }
  if (trace !== undefined) message.trace = trace
  return message
}

function replaceLast(messages: Map<string, BusMessage>, message: GatewayMessage): void {
  const key = `${message.gatewayId} ${message.unit}`
  messages.delete(key)
  messages.set(key, message)
}
