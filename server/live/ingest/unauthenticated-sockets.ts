import type { Socket } from 'node:net'

export type UnauthenticatedSockets = {
  /** Starts the time limit of a new socket for its sign-in. */
  opened: (socket: Socket) => void
  /** Ends the time limit of a socket whose client has signed in. */
  signedIn: (socket: Socket) => void
}

export type UnauthenticatedLimits = {
  signInTimeoutMs: number
  maxSockets: number
  onCut: (reason: 'silent' | 'many') => void
  /** Whether sign-ins come over a TLS socket on top of the TCP socket that was passed to `opened`. */
  isTls: boolean
}

type UnauthenticatedSocket = { socket: Socket; silentAt: number }

/**
 * Limits the resources of unauthenticated clients. Closes a socket that does not sign in within the time limit, and the
 * oldest socket if there are more than the maximum. A real gateway signs in at once, so it is hardly ever the oldest.
 */
export function createUnauthenticatedSockets(limits: UnauthenticatedLimits): UnauthenticatedSockets {
  const { signInTimeoutMs, maxSockets, onCut } = limits
  // Uses the peer address only with TLS, because reading it from the kernel costs more than all other steps here.
  const nameOf = limits.isTls ? peerKeyOf : sameSocket
  /** Sockets that have not signed in, in the order in which they were opened. */
  const unsigned = new Map<Socket | string, UnauthenticatedSocket>()
  let isWatching = false

  function opened(socket: Socket): void {
    const name = nameOf(socket)
    unsigned.set(name, { socket, silentAt: performance.now() + signInTimeoutMs })
    socket.once('close', () => unsigned.delete(name))
    if (unsigned.size > maxSockets) cutOldest('many')
    if (!isWatching) watch(signInTimeoutMs)
  }

  function watch(waitMs: number): void {
    isWatching = true
    setTimeout(cutSilent, waitMs).unref()
  }

  // One timer serves all sockets, and runs only while there are unauthenticated ones.
  function cutSilent(): void {
    isWatching = false
    const now = performance.now()
    for (const { silentAt } of unsigned.values()) {
      if (silentAt > now) return watch(silentAt - now)
      cutOldest('silent')
    }
  }

  function cutOldest(reason: 'silent' | 'many'): void {
    const [oldest] = unsigned
    if (!oldest) return
    const [name, { socket }] = oldest
    unsigned.delete(name)
    onCut(reason)
    socket.destroy()
  }

  return { opened, signedIn: (socket) => void unsigned.delete(nameOf(socket)) }
}

function sameSocket(socket: Socket): Socket {
  return socket
}

/** A key that a TLS socket shares with its underlying TCP socket. */
function peerKeyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
