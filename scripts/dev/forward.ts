import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** Forwards a request to the server on `port` of this machine, and sends its answer back unchanged. */
export function forwardRequest(incoming: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url, headers } = incoming
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 0, reply.headers)
    reply.pipe(answer)
  })
  outgoing.once('error', () => answer.destroy())
  incoming.pipe(outgoing)
}

/** Forwards a WebSocket to the server on `port` of this machine. */
export function forwardWebSocket(incoming: IncomingMessage, socket: Duplex, port: number): void {
  const { method, url, rawHeaders } = incoming
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
