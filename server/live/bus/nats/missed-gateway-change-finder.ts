import type { Pool } from 'pg'
import type { BusMessage, GatewayChange } from '../bus.ts'
import {
  type GatewayVersions,
  type ReportKey,
  type ValueVersion,
  readGatewayVersions,
  readReportVersions,
  readStatusVersions,
} from './store.ts'

export type MissedGatewayChangeFinder = {
  watch(gatewayId: string): void
  unwatch(gatewayId: string): void
  /** Records a change that NATS delivered. */
  receive(change: GatewayChange): void
  /** Resolves once the state of all watched gateways is read. After that, `compare` finds later changes. */
  settled(): Promise<void>
  /** Returns the changes in the database that NATS did not deliver, as messages without payloads. */
  compare(): Promise<BusMessage[]>
}

/**
 * The newest changes of a gateway that the listeners have received. `seq`: the `seq` of the gateway's status. `newest`:
 * for each unit, the time of the newest report in epoch milliseconds.
 */
type Delivered = { seq: number; newest: Record<string, number> }

const gatewaysPerRead = 2_000

/**
 * Creates an object that finds changes of the watched gateways that NATS did not deliver. It compares the received
 * changes with one database row for each gateway, and reads the changes only if that row is newer.
 */
export function createMissedGatewayChangeFinder(pool: Pool): MissedGatewayChangeFinder {
  /**
   * The received changes of each watched gateway, by gateway id. A value is null until the gateway's state is read
   * from the database.
   */
  const watchedGateways = new Map<string, Delivered | null>()
  const fresh = new Set<string>()

  function receive({ gatewayId, unit, seq, ts }: GatewayChange): void {
    const deliveredState = watchedGateways.get(gatewayId)
    if (!deliveredState) return
    if (unit === 'status') deliveredState.seq = Math.max(deliveredState.seq, seq)
    else deliveredState.newest[unit] = Math.max(deliveredState.newest[unit] ?? 0, Date.parse(ts))
  }

  async function settled(): Promise<void> {
    const ids = [...fresh]
    for (const chunk of chunksOf(ids)) {
      const marks = new Map((await readGatewayVersions(pool, chunk)).map((row) => [row.gatewayId, row]))
      for (const id of chunk) {
        fresh.delete(id)
        if (watchedGateways.get(id) === null) watchedGateways.set(id, toDelivered(marks.get(id)))
      }
    }
  }

  async function compare(): Promise<BusMessage[]> {
    await settled()
    const busMessages: BusMessage[] = []
    for (const chunk of chunksOf([...watchedGateways.keys()])) {
      const marks = await readGatewayVersions(pool, chunk)
      const versions = await readMissed(marks)
      for (const row of marks) take(row)
      for (const version of versions) busMessages.push({ kind: 'gateway', ...version, payload: null })
    }
    return busMessages
  }

  async function readMissed(marks: readonly GatewayVersions[]): Promise<ValueVersion[]> {
    const statuses = marks.filter(({ gatewayId, seq }) => seq > (watchedGateways.get(gatewayId)?.seq ?? Infinity))
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

  function newerReports({ gatewayId, newest }: GatewayVersions): ReportKey[] {
    const deliveredState = watchedGateways.get(gatewayId)
    if (!deliveredState) return []
    return Object.entries(newest)
      .filter(([unit, at]) => unit !== 'status' && at > (deliveredState.newest[unit] ?? 0))
      .map(([unit, at]) => ({ gatewayId, unit, at }))
  }

  function take({ gatewayId, seq, newest }: GatewayVersions): void {
    const deliveredState = watchedGateways.get(gatewayId)
    if (!deliveredState) return
    deliveredState.seq = Math.max(deliveredState.seq, seq)
    for (const [unit, at] of Object.entries(newest))
      deliveredState.newest[unit] = Math.max(deliveredState.newest[unit] ?? 0, at)
  }

  return {
    watch: (gatewayId) => {
      if (watchedGateways.has(gatewayId)) return
      watchedGateways.set(gatewayId, null)
      fresh.add(gatewayId)
    },
    unwatch: (gatewayId) => {
      watchedGateways.delete(gatewayId)
      fresh.delete(gatewayId)
    },
    receive,
    settled,
    compare,
  }
}

function toDelivered(marks: GatewayVersions | undefined): Delivered {
  return { seq: marks?.seq ?? 0, newest: { ...marks?.newest } }
}

function chunksOf(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / gatewaysPerRead)
  return Array.from({ length: count }, (_, index) => ids.slice(index * gatewaysPerRead, (index + 1) * gatewaysPerRead))
}
