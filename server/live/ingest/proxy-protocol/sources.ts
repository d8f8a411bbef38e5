import type { Socket } from 'node:net'
import type { ProxiedClient } from './header.ts'

/** The client addresses of sockets. The address is that of the peer, unless a proxy sent another one. */
export type ClientAddresses = {
  note: (socket: Socket, source: ProxiedClient) => void
  addressOf: (socket: Socket) => string
}

/** Creates an empty map. An entry is deleted when its socket closes. */
export function createClientAddresses(): ClientAddresses {
  const noted = new Map<string, string>()
  return {
    note(socket, source) {
      if (source === null) return
      const name = peerKeyOf(socket)
      noted.set(name, source.address)
      socket.once('close', () => noted.delete(name))
    },
    addressOf: (socket) => noted.get(peerKeyOf(socket)) ?? socket.remoteAddress ?? '',
  }
}

/** A key that a TLS socket shares with its underlying TCP socket. */
function peerKeyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
