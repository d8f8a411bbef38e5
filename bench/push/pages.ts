import { WebSocket } from 'ws'
import { eventBusAddress, eventBusPath } from '#contract/push.ts'
import { answerQuestions } from './answers.ts'

// The pages: sockets that register, and count what they get.
const [port = '', count = ''] = process.argv.slice(2)
const opening = 50
let received = 0

async function openPage(number: number): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${eventBusPath}/000/abcdefgh/websocket`)
  const headers = { Authorization: `Bearer person-${number}` }
  const message = JSON.stringify({ type: 'register', address: eventBusAddress, headers })
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  socket.on('message', (data: Buffer) => {
    if (data[0] === 'a'.charCodeAt(0)) received++
  })
  socket.send(JSON.stringify([message]))
}

for (let number = 1; number <= Number(count); number += opening) {
  const numbers = Array.from({ length: opening }, (_, index) => number + index).filter((one) => one <= Number(count))
  await Promise.all(numbers.map(openPage))
}

answerQuestions({ received: () => received })
process.send?.({ number: Number(count) })
