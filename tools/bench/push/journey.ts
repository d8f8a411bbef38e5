import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import mqtt from 'mqtt'
import { WebSocket } from 'ws'
import { eventBusAddress, eventBusPath } from '#contract/event-bus.ts'
import { testDeviceKey } from '#test/live/test-ingest.ts'
import { benchSerialOf } from '../bench-gateways.ts'
import { answerBenchmark } from '../bench-process.ts'

// Simulates reporting gateways and the pages of their owners. Both are in one process, because they must use the same
// clock.
type Device = { serial: string; client: mqtt.MqttClient }

const [mqttPort = '', pushPort = '', count = ''] = process.argv.slice(2)
const statuses = ['ONLINE', 'WORKING']
const publishedAt = new Map<number, number>()
let took: number[] = []
let marks = 0

const devices: Device[] = []
for (let number = 0; number < Number(count); number++) {
  await openPage(number)
  devices.push(await connectDevice(number))
}
answerBenchmark(devices.length, { travel: runJourney, quantile })

type Journey = { perSecond: number; seconds: number }

/**
 * Sends reports at equal intervals for `seconds`, and returns their number. Waits until the page of each gateway has
 * received the last report; the portal may skip a value if a newer value replaces it.
 */
async function runJourney({ perSecond, seconds }: Journey): Promise<number> {
  took = []
  await reportEvenly(perSecond, perSecond * seconds)
  const giveUpAt = Date.now() + 5_000
  while (publishedAt.size > 0 && Date.now() < giveUpAt) await pause(10)
  if (publishedAt.size > 0) throw new Error(`${publishedAt.size} reports did not arrive at a page`)
  took.sort((one, other) => one - other)
  return perSecond * seconds
}

async function openPage(number: number): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${pushPort}${eventBusPath}/websocket`)
  await once(socket, 'open')
  socket.on('message', (data: Buffer) => {
    const { body } = JSON.parse(data.toString()) as { body: { payload: { mark?: number } } }
    const mark = body.payload.mark ?? -1
    const started = publishedAt.get(mark)
    if (started === undefined) return
    took.push(performance.now() - started)
    for (let older = mark; publishedAt.delete(older); older -= devices.length);
  })
  const headers = { Authorization: `Bearer person-${number}` }
  socket.send(JSON.stringify({ type: 'register', address: eventBusAddress, headers }))
}

async function connectDevice(number: number): Promise<Device> {
  const serial = benchSerialOf(number)
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { username: serial, password: testDeviceKey })
  return { serial, client }
}

async function reportEvenly(perSecond: number, total: number): Promise<void> {
  const start = performance.now()
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.ceil(((performance.now() - start) / 1000) * perSecond))
    for (; sent < due; sent++) sendReport(marks++)
    await pause(1)
  }
}

function sendReport(sent: number): void {
  const device = devices[sent % devices.length]
  if (device === undefined) return
  const round = Math.floor(sent / devices.length)
  const values = { gatewayStatus: statuses[round % statuses.length], mark: sent }
  publishedAt.set(sent, performance.now())
  const text = JSON.stringify({ ts: new Date().toISOString(), values })
  device.client.publish(`gateways/${device.serial}/status`, text, { qos: 1 })
}

function quantile(share: number): number {
  return took[Math.floor((took.length - 1) * share)] ?? Number.NaN
}
