/**
 * What the event bus client takes for SockJS: the websocket alone, at the endpoint that the portal offers beside SockJS's
 * framing. The page polls where sockets are blocked, so none of SockJS's other transports, 11 kB, is of use.
 * sockjs-protocol 0.3.3, section "Raw WebSocket endpoint".
 */
class PlainSocket extends WebSocket {
  /** @param address of the event bus, http or https */
  constructor(address: string) {
    super(`${address.replace(/^http/u, 'ws')}/websocket`)
  }
}

// The client is CommonJS and takes the module itself for the constructor.
export { PlainSocket as 'module.exports' }
