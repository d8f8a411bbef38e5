import type { Socket } from 'node:net'
import type { ProxiedClient } from './parse-proxy-header.ts'

/** The client addresses of sockets: the address that a proxy sent, or else the peer's address. */
export type ClientAddresses = {
  note: (socket: Socket, source: ProxiedClient) => void
  addressOf: (socket: Socket) => string
}

/** Creates an empty list of client addresses. The entry of a socket is deleted when the socket closes. */
export function createClientAddresses(): ClientAddresses {
  const notedAddresses = new Map<string, string>()
  return {
    note(socket, source) {
      if (source === null) return
      const name = peerKeyOf(socket)
      notedAddresses.set(name, source.address)
      socket.once('close', () => notedAddresses.delete(name))
    },
    addressOf: (socket) => notedAddresses.get(peerKeyOf(socket)) ?? socket.remoteAddress ?? '',
  }
}

/** Returns a key that is the same for a TLS socket and its underlying TCP socket. */
function peerKeyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
