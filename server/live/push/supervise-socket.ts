import type { PushMetrics } from './metrics.ts'
import type { PageSocket } from './page-socket.ts'
import type { PageRegistrar } from './page-registrar.ts'
import type { SnapshotSender } from './snapshot-sender.ts'

export type SocketSupervisionDependencies = {
  registrar: PageRegistrar
  snapshots: SnapshotSender
  metrics: PushMetrics
}

/** The time in ms for which a socket may be full before it is terminated. */
const stallLimitMs = 30_000

/**
 * Checks one socket. Ends the registration if its token has expired. Terminates the socket if the page does not read
 * it for `stallLimitMs`. Sends a new snapshot when the page reads again.
 */
export function superviseSocket(
  socket: PageSocket,
  now: number,
  { registrar, snapshots, metrics }: SocketSupervisionDependencies,
): void {
  const { registration } = socket
  if (registration.kind === 'on' && registration.expiresAt <= now) registrar.cut(socket, 'token_expired')
  else if (socket.isFull) waitOrTerminate(socket, now, metrics)
  else if (socket.stalledAt !== 0) {
    socket.stalledAt = 0
    // Sends a snapshot, which reads rights and values again, because the queued values are outdated now.
    if (registration.kind === 'on') snapshots.sendSnapshot(registration)
  }
}

function waitOrTerminate(socket: PageSocket, now: number, metrics: PushMetrics): void {
  socket.stalledAt ||= now
  if (now - socket.stalledAt < stallLimitMs) return
  metrics.cut++
  socket.terminate()
}
