import type { Socket } from 'node:net'
import type { Source } from './header.ts'

/** The client addresses of sockets: the peer address, unless a proxy sent another one. */
export type Sources = {
  note: (socket: Socket, source: Source) => void
  addressOf: (socket: Socket) => string
}

/** Entries are deleted when their socket closes. */
export function createSources(): Sources {
  const noted = new Map<string, string>()
  return {
    note(socket, source) {
      if (source === null) return
      const name = otherEndOf(socket)
      noted.set(name, source.address)
      socket.once('close', () => noted.delete(name))
    },
    addressOf: (socket) => noted.get(otherEndOf(socket)) ?? socket.remoteAddress ?? '',
  }
}

/** A key that a TLS socket shares with its underlying TCP socket. */
function otherEndOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
