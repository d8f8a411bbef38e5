/**
 * Replaces SockJS in the client by a plain WebSocket, at SockJS's endpoint for plain sockets. The other transports of
 * SockJS, 11 kB, are not needed, because the page polls if sockets are blocked. sockjs-protocol 0.3.3, section "Raw
 * WebSocket endpoint".
 */
class PlainSocket extends WebSocket {
  /** @param address of the event bus, http or https */
  constructor(address: string) {
    super(`${address.replace(/^http/u, 'ws')}/websocket`)
  }
}

// Exports the constructor as the whole module, because the client is CommonJS and expects this.
export { PlainSocket as 'module.exports' }
