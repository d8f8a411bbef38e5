import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { Clock } from '#server/clock.ts'
import { notificationMessage, closeFrame, type Framing, heartbeatFrame, messageFrame } from './frames.ts'
import type { PushMetrics } from './metrics.ts'
import type { GatewayDelivery, Registration } from './subscription-registry.ts'

export type DeliveryDependencies = { clock: Clock; metrics: PushMetrics }

/** Written to a socket beyond what the network takes; a page that reads never comes near. */
const maxBufferedBytes = 64 * 1024

/**
 * A page's socket with all that the portal knows about it. It is one object with plain fields, because there are
 * thousands that wait.
 */
export class PageSocket extends WebSocket {
  framing: Framing = 'sockjs'
  /** What carries the frames. */
  stream: Duplex | null = null
  address = ''
  /** Until when it has to have registered, epoch ms; infinite once it has. */
  registerBy = 0
  /** When the page last sent anything, epoch ms. */
  heardAt = 0
  /** When the next heartbeat is due, epoch ms. */
  beatAt = 0
  /** Messages since the last sweep. */
  recentMessages = 0
  refusedRegistrations = 0
  registration: Registration = { kind: 'none' }
  /** Notifications that can't be written yet, the latest for each gateway and unit; null when they can. */
  held: Map<string, GatewayDelivery> | null = null
  /** Since when the page does not read, epoch ms; 0 while it does. */
  stalledAt = 0

  get isOpen(): boolean {
    return this.readyState === WebSocket.OPEN
  }

  get isFull(): boolean {
    return this.stream !== null && this.stream.writableLength > maxBufferedBytes
  }

  /** Whether the page may be told anything now. */
  isRegisteredAt(now: number): boolean {
    return this.registration.kind === 'on' && this.registration.expiresAt > now
  }

  /** Writes a notification, now or as soon as the socket takes it. */
  offer(delivery: GatewayDelivery, { clock, metrics }: DeliveryDependencies): void {
    if (!this.isRegisteredAt(clock.now())) return
    if (this.held !== null || this.isFull) return this.hold(delivery)
    this.#write(delivery.notification.frameFor(this.framing))
    metrics.delivered++
  }

  /** Keeps a notification that can't be written now; the latest of each gateway and unit wins. */
  hold(delivery: GatewayDelivery): void {
    this.held ??= new Map()
    const { change, unitIndex } = delivery.notification
    const key = `${change.gatewayId}/${unitIndex}`
    const before = this.held.get(key)
    if (before === undefined || before.notification.change.seq < change.seq) this.held.set(key, delivery)
  }

  /** Writes what was held, as far as the socket takes it and the person still watches it. */
  release(dependencies: DeliveryDependencies): void {
    const { held } = this
    this.held = null
    for (const delivery of held?.values() ?? []) if (delivery.watch.isCurrent) this.offer(delivery, dependencies)
  }

  // One write of its own is a third cheaper than `send`. It can't fall into the middle of another frame, because ws
  // writes each at once where nothing is compressed.
  #write(frame: string): void {
    if (this.isOpen) this.stream?.write(frame, 'latin1')
  }

  /** Sends one JSON text in the socket's framing. Who does not read misses it. */
  sendJson(json: string): void {
    if (this.isOpen && !this.isFull) this.send(this.framing === 'sockjs' ? messageFrame(json) : json)
  }

  /** Tells the page that it is registered and up to date, if it wants to know and if it is. */
  confirm(): void {
    const { registration } = this
    if (registration.kind !== 'on' || !registration.confirms || registration.person.isBehind) return
    const subscribed = registration.person.watches.size
    this.sendJson(notificationMessage({ resourceType: 'registration', subscribed }))
  }

  /** Keeps proxies from cutting a silent socket, and lets the page see that it is not cut off. */
  beat(): void {
    if (!this.isOpen || this.isFull) return
    this.confirm()
    if (this.framing === 'sockjs') this.send(heartbeatFrame)
    else this.ping()
  }

  /** Says why in the frame of SockJS, which its clients hand on, and in the closing of the socket itself. */
  end(code: number, reason: string): void {
    if (!this.isOpen) return
    if (this.framing === 'sockjs' && !this.isFull) this.send(closeFrame(code, reason))
    this.close(code, reason)
  }
}
