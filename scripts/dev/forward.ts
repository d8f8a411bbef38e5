import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** Forwards a request to the server on `port` of this machine, and sends its answer back unchanged. */
export function forwardRequest(incomingMessage: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url, headers } = incomingMessage
  const clientRequest = request({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 0, reply.headers)
    reply.pipe(answer)
  })
  clientRequest.once('error', () => answer.destroy())
  incomingMessage.pipe(clientRequest)
}

/** Forwards a WebSocket to the server on `port` of this machine. */
export function forwardWebSocket(incomingMessage: IncomingMessage, socket: Duplex, port: number): void {
  const { method, url, rawHeaders } = incomingMessage
  const upstream = connect(port, '127.0.0.1', () => {
    upstream.write(`${method} ${url} HTTP/1.1\r\n${headerLines(rawHeaders)}\r\n`)
    upstream.pipe(socket).pipe(upstream)
  })
  upstream.once('error', () => socket.destroy())
  socket.once('error', () => upstream.destroy())
}

function headerLines(rawHeaders: string[]): string {
  return rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
}
