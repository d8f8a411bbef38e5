import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { serve } from '../processes.ts'

// The floor of push: a bare server of ws that knows its sockets and has every frame at hand. It sends what the portal
// sends: a greeting, one notification to whoever speaks, and then one at each order.
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

server.on('listening', () => serve((server.address() as AddressInfo).port, { send, pages: () => sockets.length }))

function send(): void {
  for (const socket of sockets) socket.send(frame)
}
