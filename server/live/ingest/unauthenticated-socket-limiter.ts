import type { Socket } from 'node:net'

export type UnauthenticatedSocketLimiter = {
  /** Starts the sign-in time limit of a new socket. */
  opened: (socket: Socket) => void
  /** Ends the time limit of a socket, because its client has signed in. */
  signedIn: (socket: Socket) => void
}

export type UnauthenticatedSocketLimits = {
  signInTimeoutMs: number
  maxSockets: number
  onCut: (reason: 'silent' | 'many') => void
  /**
   * Whether clients connect over TLS. With TLS, `opened` gets the TCP socket, and `signedIn` the TLS socket on top of
   * it.
   */
  isTls: boolean
}

type UnauthenticatedSocket = { socket: Socket; silentAt: number }

/**
 * Limits the resources of unauthenticated clients. Closes a socket that does not sign in within the time limit, and the
 * oldest socket if there are more than the maximum. A real gateway signs in immediately, so its socket is hardly ever
 * the oldest.
 */
export function createUnauthenticatedSocketLimiter(limits: UnauthenticatedSocketLimits): UnauthenticatedSocketLimiter {
  const { signInTimeoutMs, maxSockets, onCut } = limits
  // With TLS, `opened` gets the TCP socket and `signedIn` gets the TLS socket, so the peer address identifies both.
  // Without TLS, the socket itself is the key, because reading the address is the most expensive step.
  const nameOf = limits.isTls ? peerKeyOf : sameSocket
  /** Sockets that have not signed in, in the order in which they were opened. */
  const unauthenticatedSockets = new Map<Socket | string, UnauthenticatedSocket>()
  let isWatching = false

  function opened(socket: Socket): void {
    const name = nameOf(socket)
    unauthenticatedSockets.set(name, { socket, silentAt: performance.now() + signInTimeoutMs })
    socket.once('close', () => unauthenticatedSockets.delete(name))
    if (unauthenticatedSockets.size > maxSockets) cutOldest('many')
    if (!isWatching) watch(signInTimeoutMs)
  }

  function watch(waitMs: number): void {
    isWatching = true
    setTimeout(cutSilent, waitMs).unref()
  }

  // Closes sockets that have not signed in within the time limit. One timer serves all sockets; it runs only while such
  // sockets exist.
  function cutSilent(): void {
    isWatching = false
    const now = performance.now()
    for (const { silentAt } of unauthenticatedSockets.values()) {
      if (silentAt > now) return watch(silentAt - now)
      cutOldest('silent')
    }
  }

  function cutOldest(reason: 'silent' | 'many'): void {
    const [oldest] = unauthenticatedSockets
    if (!oldest) return
    const [name, { socket }] = oldest
    unauthenticatedSockets.delete(name)
    onCut(reason)
    socket.destroy()
  }

  return { opened, signedIn: (socket) => void unauthenticatedSockets.delete(nameOf(socket)) }
}

function sameSocket(socket: Socket): Socket {
  return socket
}

/** Returns a key that is the same for a TLS socket and its underlying TCP socket. */
function peerKeyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
