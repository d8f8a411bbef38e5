/**
 * Replaces SockJS in the client by a plain WebSocket, which uses SockJS's endpoint for plain sockets. The page does not
 * need the other transports of SockJS, 11 kB, because it polls if sockets are blocked. sockjs-protocol 0.3.3, section
 * "Raw WebSocket endpoint".
 */
class PlainSocket extends WebSocket {
  /** @param address the http or https address of the event bus */
  constructor(address: string) {
    super(`${address.replace(/^http/u, 'ws')}/websocket`)
  }
}

// Exports the constructor as the whole module, because the client is CommonJS and expects a constructor.
export { PlainSocket as 'module.exports' }
