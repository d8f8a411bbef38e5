import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { Clock } from '#server/clock.ts'
import { notificationMessage, closeFrame, type Framing, heartbeatFrame, messageFrame } from './frames.ts'
import type { PushMetrics } from './metrics.ts'
import type { GatewayDelivery, Registration } from './subscription-registry.ts'

export type DeliveryDependencies = { clock: Clock; metrics: PushMetrics }

/** The number of unsent bytes above which a socket counts as full. A page that reads stays far below it. */
const maxBufferedBytes = 64 * 1024

/**
 * The WebSocket of a page with its state. The state is in plain fields of one object, because thousands of them exist.
 */
export class PageSocket extends WebSocket {
  framing: Framing = 'sockjs'
  /** The network stream to which frames are written. */
  stream: Duplex | null = null
  address = ''
  /** When the page must have registered, epoch ms; `Infinity` once it is registered. */
  registerBy = 0
  /** When the page last sent anything, epoch ms. */
  lastMessageAt = 0
  /** When the next heartbeat is due, epoch ms. */
  beatAt = 0
  /** Messages since the last sweep. */
  recentMessages = 0
  refusedRegistrations = 0
  registration: Registration = { kind: 'none' }
  /** Notifications that wait, the latest for each gateway and unit; null if notifications are written at once. */
  held: Map<string, GatewayDelivery> | null = null
  /** Since when the socket is full, epoch ms; 0 while it is not. */
  stalledAt = 0

  get isOpen(): boolean {
    return this.readyState === WebSocket.OPEN
  }

  get isFull(): boolean {
    return this.stream !== null && this.stream.writableLength > maxBufferedBytes
  }

  /** Whether the page is registered and its token is valid at `now` (epoch ms). */
  isRegisteredAt(now: number): boolean {
    return this.registration.kind === 'on' && this.registration.expiresAt > now
  }

  /**
   * Writes a notification now, or queues it if the socket is full or waits for a snapshot. Does nothing if the page is
   * not registered.
   */
  sendOrQueue(delivery: GatewayDelivery, { clock, metrics }: DeliveryDependencies): void {
    if (!this.isRegisteredAt(clock.now())) return
    if (this.held !== null || this.isFull) return this.hold(delivery)
    this.#write(delivery.notification.frameFor(this.framing))
    metrics.delivered++
  }

  /** Queues a notification. Of several for a gateway and unit, the latest stays. */
  hold(delivery: GatewayDelivery): void {
    this.held ??= new Map()
    const { change, unitIndex } = delivery.notification
    const key = `${change.gatewayId}/${unitIndex}`
    const before = this.held.get(key)
    if (before === undefined || before.notification.change.seq < change.seq) this.held.set(key, delivery)
  }

  /** Writes queued notifications of gateways that the person still watches, until the socket is full. */
  release(dependencies: DeliveryDependencies): void {
    const { held } = this
    this.held = null
    for (const delivery of held?.values() ?? []) if (delivery.watch.isCurrent) this.sendOrQueue(delivery, dependencies)
  }

  // Writes directly to the stream, which costs a third less than `send`. It cannot interrupt another frame, because
  // without compression ws writes each frame at once.
  #write(frame: string): void {
    if (this.isOpen) this.stream?.write(frame, 'latin1')
  }

  /** Sends one JSON text in the socket's format. If the socket is full, the page misses the text. */
  sendJson(json: string): void {
    if (this.isOpen && !this.isFull) this.send(this.framing === 'sockjs' ? messageFrame(json) : json)
  }

  /**
   * Sends a registration confirmation, if the page is registered, requested confirmations and has missed no messages.
   */
  confirm(): void {
    const { registration } = this
    if (registration.kind !== 'on' || !registration.confirms || registration.person.needsSnapshot) return
    const subscribed = registration.person.watches.size
    this.sendJson(notificationMessage({ resourceType: 'registration', subscribed }))
  }

  /** Sends a heartbeat, which keeps proxies from closing an idle socket and shows the page that it is connected. */
  beat(): void {
    if (!this.isOpen || this.isFull) return
    this.confirm()
    if (this.framing === 'sockjs') this.send(heartbeatFrame)
    else this.ping()
  }

  /**
   * Closes the socket. Sends the reason in the SockJS close frame, which SockJS clients report, and in the close frame
   * of the WebSocket.
   */
  end(code: number, reason: string): void {
    if (!this.isOpen) return
    if (this.framing === 'sockjs' && !this.isFull) this.send(closeFrame(code, reason))
    this.close(code, reason)
  }
}
