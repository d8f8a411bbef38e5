import type { PushMetrics } from './metrics.ts'
import type { PageSocket } from './page-socket.ts'
import type { Registrar } from './registrar.ts'
import type { Snapshots } from './snapshots.ts'

export type SocketSupervision = { registrar: Registrar; snapshots: Snapshots; metrics: PushMetrics }

/** A socket that is full for this long is terminated. */
const stallLimitMs = 30_000

/**
 * Supervises one socket: ends its registration when the token expires, terminates it if the page does not read, and
 * sends a new snapshot if the page reads again.
 */
export function superviseSocket(
  socket: PageSocket,
  now: number,
  { registrar, snapshots, metrics }: SocketSupervision,
): void {
  const { registration } = socket
  if (registration.kind === 'on' && registration.expiresAt <= now) registrar.cut(socket, 'token_expired')
  else if (socket.isFull) waitOrTerminate(socket, now, metrics)
  else if (socket.stalledAt !== 0) {
    socket.stalledAt = 0
    // The queued values are outdated by now, so rights and values are read again.
    if (registration.kind === 'on') snapshots.sendSnapshot(registration)
  }
}

function waitOrTerminate(socket: PageSocket, now: number, metrics: PushMetrics): void {
  socket.stalledAt ||= now
  if (now - socket.stalledAt < stallLimitMs) return
  metrics.cut++
  socket.terminate()
}
