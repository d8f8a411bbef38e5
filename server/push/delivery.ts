import type { Clock } from '#server/clock.ts'
import type { PushMetrics } from './metrics.ts'
import type { Notice } from './notice.ts'
import type { PageSocket } from './page-socket.ts'
import type { Watch, Watchers } from './watchers.ts'

/** The last step to a socket: now, later, or not at all. */
export type Outlet = { clock: Clock; metrics: PushMetrics }

/** Writes a notice to all pages of the watching person, unless they know it already. */
export function deliver(watch: Watch, notice: Notice, outlet: Outlet): void {
  if (!isNews(watch, notice)) return
  watch.known[notice.unitIndex] = notice.change.seq
  for (const socket of watch.person.sockets) offer(socket, watch, notice, outlet)
}

function isNews(watch: Watch, { unitIndex, change }: Notice): boolean {
  return (watch.units & (1 << unitIndex)) !== 0 && change.seq > (watch.known[unitIndex] ?? -1)
}

/** Keeps a notice for a socket that can't be written now; the latest of each gateway and unit wins. */
export function hold(socket: PageSocket, watch: Watch, notice: Notice): void {
  socket.held ??= new Map()
  const key = `${notice.change.gatewayId}/${notice.unitIndex}`
  const before = socket.held.get(key)
  if (before === undefined || before.notice.change.seq < notice.change.seq) socket.held.set(key, { watch, notice })
}

/** Writes what was held, as far as the socket takes it and the person still watches it. */
export function release(socket: PageSocket, watchers: Watchers, outlet: Outlet): void {
  const held = socket.held
  socket.held = null
  if (held === null) return
  for (const { watch, notice } of held.values()) {
    if (watchers.isCurrent(watch)) offer(socket, watch, notice, outlet)
  }
}

function offer(socket: PageSocket, watch: Watch, notice: Notice, { clock, metrics }: Outlet): void {
  const { registration } = socket
  if (registration.kind !== 'on' || registration.expiresAt <= clock.now()) return
  if (socket.held !== null || socket.isFull) return hold(socket, watch, notice)
  if (!socket.isOpen) return
  socket.send(notice.textFor(socket.framing))
  metrics.delivered++
}
