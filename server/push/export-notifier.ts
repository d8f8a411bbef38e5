import type { Pool } from 'pg'
import type { BusMessage } from '#server/bus/bus.ts'
import { exportNotificationOf } from './bridge.ts'
import type { DeliveryParts } from './delivery.ts'
import type { PushLog } from './single-flight.ts'
import { singleFlight } from './single-flight.ts'
import { findPairsWithoutOwnership } from './store.ts'
import type { SubscriptionRegistry } from './subscription-registry.ts'

type ExportMessage = Extract<BusMessage, { kind: 'export' }>

export type ExportNotifier = {
  /** A request for an export has come further: its owner's pages hear of it. */
  onProgress(message: ExportMessage): void
  close(): Promise<void>
}

export type ExportNotifierOptions = {
  pool: Pool
  subscriptionRegistry: SubscriptionRegistry
  deliveryParts: DeliveryParts
  log: PushLog
}

/**
 * Tells the pages of an owner how far an export is, the latest of each request. Who misses it reads the requests again.
 * Specification 14.3: rights are checked again at delivery.
 */
export function createExportNotifier({
  pool,
  subscriptionRegistry,
  deliveryParts,
  log,
}: ExportNotifierOptions): ExportNotifier {
  const waiting = new Map<string, ExportMessage>()
  const { wake, close } = singleFlight({ log, name: 'news of exports', work: tellAll })

  function onProgress(message: ExportMessage): void {
    if (!subscriptionRegistry.people.has(message.personId)) return
    waiting.set(message.requestId, message)
    wake()
  }

  async function tellAll(): Promise<boolean> {
    const messages = [...waiting.values()]
    const withoutRights = new Set(await placesWithoutRights(messages))
    for (const message of messages) if (waiting.get(message.requestId) === message) waiting.delete(message.requestId)
    for (const [place, message] of messages.entries()) if (!withoutRights.has(place)) tell(message)
    return waiting.size > 0
  }

  async function placesWithoutRights(messages: readonly ExportMessage[]): Promise<number[]> {
    if (messages.length === 0) return []
    const personIds = messages.map(({ personId }) => personId)
    return findPairsWithoutOwnership(pool, { personIds, gatewayIds: messages.map(({ gatewayId }) => gatewayId) })
  }

  function tell({ personId, gatewayId, requestId, state, progress }: ExportMessage): void {
    const text = exportNotificationOf({ resourceId: gatewayId, resourceType: 'export', requestId, state, progress })
    for (const socket of subscriptionRegistry.people.get(personId)?.sockets ?? []) {
      const { registration } = socket
      if (registration.kind === 'on' && registration.expiresAt > deliveryParts.clock.now()) socket.sendJson(text)
    }
  }

  return { onProgress, close }
}
