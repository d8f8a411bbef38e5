import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { Clock } from '#server/clock.ts'
import { notificationMessage, closeFrame, type Framing, heartbeatFrame, messageFrame } from './frames.ts'
import type { PushMetrics } from './metrics.ts'
import type { GatewayDelivery, Registration } from './subscription-registry.ts'

export type DeliveryDependencies = { clock: Clock; metrics: PushMetrics }

/** The maximum number of unsent bytes; a page that reads stays far below it. */
const maxBufferedBytes = 64 * 1024

/** A page's socket with its state. One object with plain fields, because thousands of them exist. */
export class PageSocket extends WebSocket {
  framing: Framing = 'sockjs'
  /** The stream of the frames. */
  stream: Duplex | null = null
  address = ''
  /** The time limit for its registration, epoch ms; infinite once registered. */
  registerBy = 0
  /** When the page last sent anything, epoch ms. */
  lastMessageAt = 0
  /** When the next heartbeat is due, epoch ms. */
  beatAt = 0
  /** Messages since the last sweep. */
  recentMessages = 0
  refusedRegistrations = 0
  registration: Registration = { kind: 'none' }
  /** Notifications that cannot be written yet, the latest for each gateway and unit; null if there are none. */
  held: Map<string, GatewayDelivery> | null = null
  /** Since when the page does not read, epoch ms; 0 while it does. */
  stalledAt = 0

  get isOpen(): boolean {
    return this.readyState === WebSocket.OPEN
  }

  get isFull(): boolean {
    return this.stream !== null && this.stream.writableLength > maxBufferedBytes
  }

  /** Whether the page may receive anything now. */
  isRegisteredAt(now: number): boolean {
    return this.registration.kind === 'on' && this.registration.expiresAt > now
  }

  /** Writes a notification now, or as soon as the socket accepts it. */
  sendOrQueue(delivery: GatewayDelivery, { clock, metrics }: DeliveryDependencies): void {
    if (!this.isRegisteredAt(clock.now())) return
    if (this.held !== null || this.isFull) return this.hold(delivery)
    this.#write(delivery.notification.frameFor(this.framing))
    metrics.delivered++
  }

  /** Queues a notification that cannot be written now; the latest of each gateway and unit wins. */
  hold(delivery: GatewayDelivery): void {
    this.held ??= new Map()
    const { change, unitIndex } = delivery.notification
    const key = `${change.gatewayId}/${unitIndex}`
    const before = this.held.get(key)
    if (before === undefined || before.notification.change.seq < change.seq) this.held.set(key, delivery)
  }

  /** Writes queued notifications, while the socket accepts them and the person still watches the gateways. */
  release(dependencies: DeliveryDependencies): void {
    const { held } = this
    this.held = null
    for (const delivery of held?.values() ?? []) if (delivery.watch.isCurrent) this.sendOrQueue(delivery, dependencies)
  }

  // A direct write is a third cheaper than `send`. It cannot interrupt another frame, because without compression ws
  // writes each frame at once.
  #write(frame: string): void {
    if (this.isOpen) this.stream?.write(frame, 'latin1')
  }

  /** Sends one JSON text in the socket's format. A page that does not read misses it. */
  sendJson(json: string): void {
    if (this.isOpen && !this.isFull) this.send(this.framing === 'sockjs' ? messageFrame(json) : json)
  }

  /** Sends a registration confirmation, if the page requested it and is up to date. */
  confirm(): void {
    const { registration } = this
    if (registration.kind !== 'on' || !registration.confirms || registration.person.needsSnapshot) return
    const subscribed = registration.person.watches.size
    this.sendJson(notificationMessage({ resourceType: 'registration', subscribed }))
  }

  /** Keeps proxies from closing an idle socket, and shows the page that it is connected. */
  beat(): void {
    if (!this.isOpen || this.isFull) return
    this.confirm()
    if (this.framing === 'sockjs') this.send(heartbeatFrame)
    else this.ping()
  }

  /** Sends the reason in the SockJS close frame, which its clients report, and in the close of the WebSocket. */
  end(code: number, reason: string): void {
    if (!this.isOpen) return
    if (this.framing === 'sockjs' && !this.isFull) this.send(closeFrame(code, reason))
    this.close(code, reason)
  }
}
