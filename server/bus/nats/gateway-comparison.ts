import type { Pool } from 'pg'
import type { BusMessage, GatewayChange } from '../bus.ts'
import {
  type GatewayMarks,
  type NewerReport,
  type Version,
  readMarks,
  readReportVersions,
  readStatusVersions,
} from './store.ts'

export type GatewayComparison = {
  watch(gatewayId: string): void
  unwatch(gatewayId: string): void
  /** A change was heard of. */
  hear(change: GatewayChange): void
  /** Resolves once the marks of all that is watched are known: later changes can't be missed. */
  settled(): Promise<void>
  /** The changes that were not heard of, as messages without payloads. */
  compare(): Promise<BusMessage[]>
}

/** What is known to have been told of a gateway: as in the database, by row and by what was heard. */
type Known = { seq: number; newest: Record<string, number> }

const gatewaysPerRead = 2_000

/**
 * Compares what was heard of the watched gateways with their rows, so that a change which NATS lost is found. One row of
 * each gateway is read, by its key; the reports alone of those that changed unheard.
 */
export function createGatewayComparison(pool: Pool): GatewayComparison {
  /** Null until it is read for the first time. */
  const watched = new Map<string, Known | null>()
  const fresh = new Set<string>()

  function hear({ gatewayId, unit, seq, ts }: GatewayChange): void {
    const known = watched.get(gatewayId)
    if (!known) return
    if (unit === 'status') known.seq = Math.max(known.seq, seq)
    else known.newest[unit] = Math.max(known.newest[unit] ?? 0, Date.parse(ts))
  }

  async function settled(): Promise<void> {
    const ids = [...fresh]
    for (const chunk of chunksOf(ids)) {
      const marks = new Map((await readMarks(pool, chunk)).map((row) => [row.gatewayId, row]))
      for (const id of chunk) {
        fresh.delete(id)
        if (watched.get(id) === null) watched.set(id, toKnown(marks.get(id)))
      }
    }
  }

  async function compare(): Promise<BusMessage[]> {
    await settled()
    const found: BusMessage[] = []
    for (const chunk of chunksOf([...watched.keys()])) {
      const marks = await readMarks(pool, chunk)
      const versions = await readUnheard(marks)
      for (const row of marks) take(row)
      for (const version of versions) found.push({ kind: 'gateway', ...version, payload: null })
    }
    return found
  }

  async function readUnheard(marks: readonly GatewayMarks[]): Promise<Version[]> {
    const statuses = marks.filter(({ gatewayId, seq }) => seq > (watched.get(gatewayId)?.seq ?? Infinity))
    const reports = marks.flatMap(newerReports)
    return [
      ...(statuses.length > 0
        ? await readStatusVersions(
            pool,
            statuses.map(({ gatewayId }) => gatewayId),
          )
        : []),
      ...(reports.length > 0 ? await readReportVersions(pool, reports) : []),
    ]
  }

  function newerReports({ gatewayId, newest }: GatewayMarks): NewerReport[] {
    const known = watched.get(gatewayId)
    if (!known) return []
    return Object.entries(newest)
      .filter(([unit, at]) => unit !== 'status' && at > (known.newest[unit] ?? 0))
      .map(([unit, at]) => ({ gatewayId, unit, at }))
  }

  function take({ gatewayId, seq, newest }: GatewayMarks): void {
    const known = watched.get(gatewayId)
    if (!known) return
    known.seq = Math.max(known.seq, seq)
    for (const [unit, at] of Object.entries(newest)) known.newest[unit] = Math.max(known.newest[unit] ?? 0, at)
  }

  return {
    watch: (gatewayId) => {
      if (watched.has(gatewayId)) return
      watched.set(gatewayId, null)
      fresh.add(gatewayId)
    },
    unwatch: (gatewayId) => {
      watched.delete(gatewayId)
      fresh.delete(gatewayId)
    },
    hear,
    settled,
    compare,
  }
}

function toKnown(marks: GatewayMarks | undefined): Known {
  return { seq: marks?.seq ?? 0, newest: { ...marks?.newest } }
}

function chunksOf(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / gatewaysPerRead)
  return Array.from({ length: count }, (_, index) => ids.slice(index * gatewaysPerRead, (index + 1) * gatewaysPerRead))
}
