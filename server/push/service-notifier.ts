import type { Pool } from 'pg'
import { serviceNotificationOf } from './bridge.ts'
import type { DeliveryParts } from './delivery.ts'
import type { PushLog } from './single-flight.ts'
import { singleFlight } from './single-flight.ts'
import { findPairsWithoutRights } from './store.ts'
import type { Watch, SubscriptionRegistry } from './subscription-registry.ts'

export type ServiceNotifier = {
  /** The service settings of a gateway changed: its watchers read them again. */
  onChange(gatewayId: string): void
  close(): Promise<void>
}

export type ServiceNotifierOptions = {
  pool: Pool
  subscriptionRegistry: SubscriptionRegistry
  deliveryParts: DeliveryParts
  log: PushLog
}

/**
 * Tells pages that an appliance's address or contracts changed, never what they are now: the page asks for that itself.
 * Who does not read misses it, and sees it on the next focus. Specification 14.3: rights are checked again at delivery.
 */
export function createServiceNotifier({
  pool,
  subscriptionRegistry,
  deliveryParts,
  log,
}: ServiceNotifierOptions): ServiceNotifier {
  const waiting = new Set<string>()
  const { wake, close } = singleFlight({ log, name: 'news of service settings', work: tellAll })

  function onChange(gatewayId: string): void {
    if (subscriptionRegistry.topicOf(gatewayId) === undefined) return
    waiting.add(gatewayId)
    wake()
  }

  async function tellAll(): Promise<boolean> {
    const gatewayIds = [...waiting]
    const watches = gatewayIds.flatMap((gatewayId) => subscriptionRegistry.topicOf(gatewayId)?.watches ?? [])
    const withoutRights = new Set(await placesWithoutRights(watches))
    for (const gatewayId of gatewayIds) waiting.delete(gatewayId)
    for (const [place, watch] of watches.entries()) if (!withoutRights.has(place)) tell(watch)
    return waiting.size > 0
  }

  async function placesWithoutRights(watches: readonly Watch[]): Promise<number[]> {
    if (watches.length === 0) return []
    const personIds = watches.map(({ person }) => person.id)
    return findPairsWithoutRights(pool, { personIds, gatewayIds: watches.map(({ topic }) => topic.gatewayId) })
  }

  function tell({ person, topic, isCurrent }: Watch): void {
    if (!isCurrent) return
    const text = serviceNotificationOf(topic.gatewayId)
    for (const socket of person.sockets) {
      const { registration } = socket
      if (registration.kind === 'on' && registration.expiresAt > deliveryParts.clock.now()) socket.sendJson(text)
    }
  }

  return { onChange, close }
}
