/**
 * A replacement for SockJS: a plain WebSocket at the endpoint without SockJS's framing. The page polls if sockets are
 * blocked, so SockJS's other transports, 11 kB, are not needed. sockjs-protocol 0.3.3, section "Raw WebSocket
 * endpoint".
 */
class PlainSocket extends WebSocket {
  /** @param address of the event bus, http or https */
  constructor(address: string) {
    super(`${address.replace(/^http/u, 'ws')}/websocket`)
  }
}

// Exports the constructor as the module itself, as the client, which is CommonJS, expects.
export { PlainSocket as 'module.exports' }
