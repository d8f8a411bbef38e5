import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { eventBusAddress, eventBusPath } from '#contract/event-bus.ts'
import { answerBenchmark } from '../bench-process.ts'

// Simulates the pages: WebSockets that register and count their messages. The process is ready when each page has
// received its snapshot.
const [port = '', count = ''] = process.argv.slice(2)
const opening = 50
/**
 * The interval of the pings in ms. It is shorter than the portal's timeout for silent pages, but long, because the
 * pages must be idle.
 */
const pingEveryMs = 45_000
const ping = JSON.stringify([JSON.stringify({ type: 'ping' })])
const sockets: WebSocket[] = []
let received = 0

async function openPage(number: number): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${eventBusPath}/000/abcdefgh/websocket`)
  const headers = { Authorization: `Bearer person-${number}` }
  const message = JSON.stringify({ type: 'register', address: eventBusAddress, headers })
  await once(socket, 'open')
  socket.on('message', (data: Buffer) => {
    if (data[0] === 'a'.charCodeAt(0)) received++
  })
  socket.send(JSON.stringify([message]))
  sockets.push(socket)
}

for (let number = 0; number < Number(count); number += opening) {
  const numbers = Array.from({ length: opening }, (_, index) => number + index).filter((one) => one < Number(count))
  await Promise.all(numbers.map(openPage))
}

while (received < Number(count)) await pause(5)

setInterval(() => {
  for (const socket of sockets) socket.send(ping)
}, pingEveryMs)

answerBenchmark(Number(count), { received: () => received })
