import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { answerBenchmark } from '../bench-process.ts'

// The baseline of the event bus: a bare ws server with prepared frames. Like the portal, it sends a greeting, a first
// notification after the client's first message, and then one notification for each delivery.
const [frame = ''] = process.argv.slice(2)
const sockets: WebSocket[] = []
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false, maxPayload: 16 * 1024 })

server.on('connection', (socket) => {
  sockets.push(socket)
  socket.send('o')
  socket.once('message', () => socket.send(frame))
  socket.on('message', () => {})
  socket.on('close', () => void sockets.splice(sockets.indexOf(socket), 1))
})

server.on('listening', () =>
  answerBenchmark((server.address() as AddressInfo).port, { send, pages: () => sockets.length }),
)

function send(): void {
  for (const socket of sockets) socket.send(frame)
}
