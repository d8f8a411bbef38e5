import type { Socket } from 'node:net'

export type UnauthenticatedSockets = {
  /** A socket was opened: it has to sign in soon. */
  opened: (socket: Socket) => void
  /** Whoever is at the other end of the socket has signed in. */
  signedIn: (socket: Socket) => void
}

export type UnauthenticatedLimits = {
  signInWithinMs: number
  maxSockets: number
  onCut: (reason: 'silent' | 'many') => void
  /** The socket that signs in is the one of TLS, not the one of TCP below it that was opened. */
  isTls: boolean
}

type Unsigned = { socket: Socket; silentAt: number }

/**
 * Bounds what strangers can hold: a socket that does not sign in in time is closed, and when there are too many the
 * oldest is. An honest gateway signs in at once, so that it hardly ever is the oldest.
 */
export function createUnauthenticatedSockets(limits: UnauthenticatedLimits): UnauthenticatedSockets {
  const { signInWithinMs, maxSockets, onCut } = limits
  // To ask the kernel for the other end costs more than all else here.
  const nameOf = limits.isTls ? otherEndOf : itself
  /** Oldest first. */
  const unsigned = new Map<Socket | string, Unsigned>()
  let isWatching = false

  function opened(socket: Socket): void {
    const name = nameOf(socket)
    unsigned.set(name, { socket, silentAt: performance.now() + signInWithinMs })
    socket.once('close', () => unsigned.delete(name))
    if (unsigned.size > maxSockets) cutOldest('many')
    if (!isWatching) watch(signInWithinMs)
  }

  function watch(waitMs: number): void {
    isWatching = true
    setTimeout(cutSilent, waitMs).unref()
  }

  // One timer for all, which is there only while somebody has not signed in.
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

function itself(socket: Socket): Socket {
  return socket
}

/** What a TLS socket and the TCP socket below it have in common. */
function otherEndOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
