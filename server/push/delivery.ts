import type { Clock } from '#server/clock.ts'
import type { PushMetrics } from './metrics.ts'
import type { PageSocket } from './page-socket.ts'
import type { GatewayDelivery } from './subscription-registry.ts'

/** The last step to a socket: now, later, or not at all. */
export type DeliveryParts = { clock: Clock; metrics: PushMetrics }

/** Writes a notification to all pages of the watching person, unless they know it already. */
export function deliver(delivery: GatewayDelivery, deliveryParts: DeliveryParts): void {
  const { watch, notification } = delivery
  if (!isNews(delivery)) return
  watch.known[notification.unitIndex] = notification.change.seq
  for (const socket of watch.person.sockets) offer(socket, delivery, deliveryParts)
}

function isNews({ watch, notification: { unitIndex, change } }: GatewayDelivery): boolean {
  return (watch.units & (1 << unitIndex)) !== 0 && change.seq > (watch.known[unitIndex] ?? -1)
}

/** Keeps a notification for a socket that can't be written now; the latest of each gateway and unit wins. */
export function hold(socket: PageSocket, delivery: GatewayDelivery): void {
  socket.held ??= new Map()
  const { change, unitIndex } = delivery.notification
  const key = `${change.gatewayId}/${unitIndex}`
  const before = socket.held.get(key)
  if (before === undefined || before.notification.change.seq < change.seq) socket.held.set(key, delivery)
}

/** Writes what was held, as far as the socket takes it and the person still watches it. */
export function release(socket: PageSocket, deliveryParts: DeliveryParts): void {
  const held = socket.held
  socket.held = null
  if (held === null) return
  for (const delivery of held.values()) if (delivery.watch.isCurrent) offer(socket, delivery, deliveryParts)
}

function offer(socket: PageSocket, delivery: GatewayDelivery, { clock, metrics }: DeliveryParts): void {
  const { registration } = socket
  if (registration.kind !== 'on' || registration.expiresAt <= clock.now()) return
  if (socket.held !== null || socket.isFull) return hold(socket, delivery)
  socket.sendFrame(delivery.notification.frameFor(socket.framing))
  metrics.delivered++
}
