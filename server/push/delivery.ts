import type { Clock } from '#server/clock.ts'
import type { PushMetrics } from './metrics.ts'
import type { PageSocket } from './page-socket.ts'
import type { Parcel } from './watchers.ts'

/** The last step to a socket: now, later, or not at all. */
export type Outlet = { clock: Clock; metrics: PushMetrics }

/** Writes a notice to all pages of the watching person, unless they know it already. */
export function deliver(parcel: Parcel, outlet: Outlet): void {
  const { watch, notice } = parcel
  if (!isNews(parcel)) return
  watch.known[notice.unitIndex] = notice.change.seq
  for (const socket of watch.person.sockets) offer(socket, parcel, outlet)
}

function isNews({ watch, notice: { unitIndex, change } }: Parcel): boolean {
  return (watch.units & (1 << unitIndex)) !== 0 && change.seq > (watch.known[unitIndex] ?? -1)
}

/** Keeps a notice for a socket that can't be written now; the latest of each gateway and unit wins. */
export function hold(socket: PageSocket, parcel: Parcel): void {
  socket.held ??= new Map()
  const { change, unitIndex } = parcel.notice
  const key = `${change.gatewayId}/${unitIndex}`
  const before = socket.held.get(key)
  if (before === undefined || before.notice.change.seq < change.seq) socket.held.set(key, parcel)
}

/** Writes what was held, as far as the socket takes it and the person still watches it. */
export function release(socket: PageSocket, outlet: Outlet): void {
  const held = socket.held
  socket.held = null
  if (held === null) return
  for (const parcel of held.values()) if (parcel.watch.isCurrent) offer(socket, parcel, outlet)
}

function offer(socket: PageSocket, parcel: Parcel, { clock, metrics }: Outlet): void {
  const { registration } = socket
  if (registration.kind !== 'on' || registration.expiresAt <= clock.now()) return
  if (socket.held !== null || socket.isFull) return hold(socket, parcel)
  socket.sendFrame(parcel.notice.frameFor(socket.framing))
  metrics.delivered++
}
