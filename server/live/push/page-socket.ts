import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { Clock } from '#server/clock.ts'
import {
  encodeNotification,
  encodeSockJsCloseFrame,
  type SocketFormat,
  sockJsHeartbeatFrame,
  encodeSockJsMessageFrame,
} from './frame-encoding.ts'
import type { PushMetrics } from './metrics.ts'
import type { GatewayDelivery, PageRegistration } from './subscription-registry.ts'

export type PageDeliveryDependencies = { clock: Clock; metrics: PushMetrics }

/**
 * The number of unsent bytes above which a socket counts as full. A page that reads its socket stays far below this
 * number.
 */
const maxBufferedBytes = 64 * 1024

/**
 * The WebSocket of a page, with the state of the page. The state is in plain fields of one object to save memory,
 * because a process has thousands of sockets.
 */
export class PageSocket extends WebSocket {
  framing: SocketFormat = 'sockjs'
  /** The network stream to which frames are written. */
  stream: Duplex | null = null
  address = ''
  /** The time by which the page must be registered, epoch ms; `Infinity` after its registration. */
  registerBy = 0
  /** The time at which the page last sent anything, epoch ms. */
  lastMessageAt = 0
  /** The time at which the next heartbeat is due, epoch ms. */
  beatAt = 0
  /** The number of messages that the page has sent since the last sweep. */
  recentMessages = 0
  refusedRegistrations = 0
  registration: PageRegistration = { kind: 'none' }
  /** The queued notifications: the latest for each gateway and unit. Null if notifications are written immediately. */
  held: Map<string, GatewayDelivery> | null = null
  /** The time at which the socket became full, epoch ms; 0 if it is not full. */
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
   * Writes a notification immediately, or queues it if the socket is full or waits for a snapshot. Does nothing if the
   * page is not registered.
   */
  sendOrQueue(delivery: GatewayDelivery, { clock, metrics }: PageDeliveryDependencies): void {
    if (!this.isRegisteredAt(clock.now())) return
    if (this.held !== null || this.isFull) return this.hold(delivery)
    this.#write(delivery.notification.frameFor(this.framing))
    metrics.delivered++
  }

  /** Queues a notification. For each gateway and unit, only the latest notification stays in the queue. */
  hold(delivery: GatewayDelivery): void {
    this.held ??= new Map()
    const { change, unitIndex } = delivery.notification
    const key = `${change.gatewayId}/${unitIndex}`
    const before = this.held.get(key)
    if (before === undefined || before.notification.change.seq < change.seq) this.held.set(key, delivery)
  }

  /**
   * Writes the queued notifications, until the socket is full again. Omits gateways that the person no longer
   * watches.
   */
  release(dependencies: PageDeliveryDependencies): void {
    const { held } = this
    this.held = null
    for (const delivery of held?.values() ?? []) if (delivery.watch.isCurrent) this.sendOrQueue(delivery, dependencies)
  }

  // Writes directly to the stream, which costs a third less than `send` of ws. If compression is off, ws writes each
  // frame immediately, so this write cannot interrupt another frame.
  #write(frame: string): void {
    if (this.isOpen) this.stream?.write(frame, 'latin1')
  }

  /** Sends a JSON text in the format of the socket. If the socket is full, the text is dropped. */
  sendJson(json: string): void {
    if (this.isOpen && !this.isFull) this.send(this.framing === 'sockjs' ? encodeSockJsMessageFrame(json) : json)
  }

  /**
   * Sends a registration confirmation. Does nothing if the page is not registered, has not requested confirmations,
   * or may have missed messages.
   */
  confirm(): void {
    const { registration } = this
    if (registration.kind !== 'on' || !registration.confirms || registration.person.needsSnapshot) return
    const subscribedCount = registration.person.watches.size
    this.sendJson(encodeNotification({ resourceType: 'registration', subscribed: subscribedCount }))
  }

  /** Sends a heartbeat. With it, proxies do not close an idle socket, and the page sees that it is still connected. */
  beat(): void {
    if (!this.isOpen || this.isFull) return
    this.confirm()
    if (this.framing === 'sockjs') this.send(sockJsHeartbeatFrame)
    else this.ping()
  }

  /**
   * Closes the socket. Sends the reason in the SockJS close frame, which SockJS clients report, and in the close frame
   * of the WebSocket.
   */
  end(code: number, reason: string): void {
    if (!this.isOpen) return
    if (this.framing === 'sockjs' && !this.isFull) this.send(encodeSockJsCloseFrame(code, reason))
    this.close(code, reason)
  }
}
