import type { Socket } from 'node:net'

export type UnauthenticatedSockets = {
  /** A socket was opened: it has to sign in soon. */
  opened: (socket: Socket) => void
  /** Whoever is at the other end of the socket with these addresses has signed in. */
  signedIn: (ends: SocketEnds) => void
}

/** What a TLS socket and the TCP socket below it have in common. */
export type SocketEnds = Pick<Socket, 'remoteAddress' | 'remotePort'>

export type UnauthenticatedLimits = {
  signInWithinMs: number
  maxSockets: number
  onCut: (reason: 'silent' | 'many') => void
}

/**
 * Bounds what strangers can hold: a socket that does not sign in in time is closed, and when there are too many the
 * oldest is. An honest gateway signs in at once, so that it hardly ever is the oldest.
 */
export function createUnauthenticatedSockets({
  signInWithinMs,
  maxSockets,
  onCut,
}: UnauthenticatedLimits): UnauthenticatedSockets {
  /** By the other end's address and port, oldest first. */
  const unsigned = new Map<string, { socket: Socket; timer: NodeJS.Timeout }>()

  function opened(socket: Socket): void {
    const key = keyOf(socket)
    const timer = setTimeout(() => cut(key, 'silent'), signInWithinMs)
    unsigned.set(key, { socket, timer })
    socket.once('close', () => forget(key))
    if (unsigned.size > maxSockets) cut(oldest(), 'many')
  }

  function oldest(): string {
    const [key = ''] = unsigned.keys()
    return key
  }

  function cut(key: string, reason: 'silent' | 'many'): void {
    const socket = unsigned.get(key)?.socket
    forget(key)
    onCut(reason)
    socket?.destroy()
  }

  function forget(key: string): void {
    clearTimeout(unsigned.get(key)?.timer)
    unsigned.delete(key)
  }

  return { opened, signedIn: (ends) => forget(keyOf(ends)) }
}

function keyOf({ remoteAddress, remotePort }: SocketEnds): string {
  return `${remoteAddress} ${remotePort}`
}
