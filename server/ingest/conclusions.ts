import type { Unit } from '#contract/push.ts'
import type { BusMessage } from '#server/bus/bus.ts'
import type { Report } from './report.ts'
import { learn, type Change, type Heard, type Known, type Lost } from './status.ts'
import type { StatusUpdate } from './store.ts'

/** A report on its way to the database; times in epoch milliseconds. */
export type ReportEntry = {
  kind: 'report'
  gatewayId: string
  clientId: string
  unit: Unit
  report: Report
  receivedAt: number
}

/** A last will on its way to the database. `heardAt`: when its connection last brought anything. */
export type OfflineEntry = { kind: 'offline'; gatewayId: string; clientId: string; heardAt: number; receivedAt: number }

export type Entry = ReportEntry | OfflineEntry

/** Entries with their sequence numbers, what was known before, and the numbers of the reports that were new. */
export type Evidence = {
  entries: readonly Entry[]
  sequence: readonly number[]
  known: ReadonlyMap<string, Known>
  stored: ReadonlySet<number>
}

export type Conclusions = { updates: StatusUpdate[]; messages: BusMessage[] }

/**
 * What is known of each gateway after all entries, in their order, and what there is to tell: of several changes of
 * one unit only the last.
 */
export function conclude({ entries, sequence, known, stored }: Evidence): Conclusions {
  const updates = new Map<string, StatusUpdate>()
  const messages = new Map<string, BusMessage>()
  for (const [index, entry] of entries.entries()) {
    const { gatewayId } = entry
    const seq = sequence[index] ?? 0
    const before = updates.get(gatewayId)
    const step = learn(knownNow(before, known.get(gatewayId)), toEvent(entry, !stored.has(seq)))
    for (const change of step.changes) replaceLast(messages, toMessage({ gatewayId, seq, change }))
    const tellsStatus = step.changes.some(({ unit }) => unit === 'status')
    updates.set(gatewayId, { gatewayId, known: step.known, seq: tellsStatus ? seq : (before?.seq ?? null) })
  }
  return { updates: [...updates.values()], messages: [...messages.values()] }
}

function knownNow(update: StatusUpdate | undefined, before: Known | undefined): Known {
  const known = update?.known ?? before
  if (!known) throw new Error('The status row of a gateway was not held')
  return known
}

function toEvent(entry: Entry, isRepeated: boolean): Heard | Lost {
  return entry.kind === 'report' ? { ...entry, isRepeated } : entry
}

type Told = { gatewayId: string; seq: number; change: Change }

type GatewayMessage = Extract<BusMessage, { kind: 'gateway' }>

function toMessage({ gatewayId, seq, change }: Told): GatewayMessage {
  return { kind: 'gateway', gatewayId, seq, ...change }
}

function replaceLast(messages: Map<string, BusMessage>, message: GatewayMessage): void {
  const key = `${message.gatewayId} ${message.unit}`
  messages.delete(key)
  messages.set(key, message)
}
