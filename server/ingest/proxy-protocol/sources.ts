import type { Socket } from 'node:net'
import type { Source } from './header.ts'

/** Whose connections sockets carry: their other end's, unless a proxy said otherwise. */
export type Sources = {
  note: (socket: Socket, source: Source) => void
  addressOf: (socket: Socket) => string
}

/** Notes are forgotten when their socket closes. */
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

/** What a TLS socket and the TCP socket below it have in common. */
function otherEndOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
