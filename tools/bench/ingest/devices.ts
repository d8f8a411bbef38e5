import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { generate } from 'mqtt-packet'
import { units } from '#contract/event-bus.ts'
import { testDeviceKey } from '#test/live/test-ingest.ts'
import { benchSerialOf } from '../bench-gateways.ts'
import { answerBenchmark } from '../bench-process.ts'

// Simulates many gateways in one process with as little CPU time as possible. Arguments: the port, the number of gateways,
// the maximum number of unacknowledged reports of a gateway, the number of the first gateway, and the number of gateways
// whose status changes with each report.
const [port = 0, count = 0, inFlight = 0, first = 0, changing = 0] = process.argv.slice(2).map(Number)

/**
 * The MQTT packet of a report. `microsAt`, `idAt`: the offsets of its microseconds and its message id, the only bytes
 * that differ between reports.
 */
type Template = { packet: Buffer; microsAt: number; idAt: number }

const pubackBytes = 4
const microDigits = 6
/** The number of gateways that connect at the same time, as after a listener has failed. */
const opening = 50
let isRunning = false
let acknowledged = 0

const devices: Device[] = []
while (devices.length < count) {
  const next = Array.from({ length: Math.min(opening, count - devices.length) }, (_, index) => devices.length + index)
  devices.push(...(await Promise.all(next.map(startDevice))))
}
answerBenchmark(devices.length, { acknowledgedPerSecond })

/** Makes all gateways report for `milliseconds`. Returns the number of acknowledged reports per second. */
async function acknowledgedPerSecond(milliseconds: number): Promise<number> {
  isRunning = true
  acknowledged = 0
  const start = performance.now()
  for (const device of devices) for (let sent = 0; sent < inFlight; sent += 1) device.send()
  await pause(milliseconds)
  const perSecond = acknowledged / ((performance.now() - start) / 1000)
  isRunning = false
  while (devices.some((device) => device.waitsFor() > 0)) await pause(5)
  return perSecond
}

type Device = { send: () => void; waitsFor: () => number }

async function startDevice(number: number): Promise<Device> {
  const serial = benchSerialOf(first + number)
  const socket = await signIn(serial)
  const statuses = number < changing ? ['WORKING', 'WARNING'] : ['WORKING']
  const templates = statuses.flatMap((status) => units.map((unit) => templateOf({ serial, unit, status })))
  let sent = 0
  let acknowledgementBytes = 0

  function send(): void {
    const template = templates[sent % templates.length]
    if (!template) return
    sent += 1
    template.packet.write(String(sent).padStart(microDigits, '0'), template.microsAt, 'latin1')
    template.packet.writeUInt16BE((sent % 60_000) + 1, template.idAt)
    socket.write(Buffer.from(template.packet))
  }

  socket.on('data', (data: Buffer) => {
    const before = Math.floor(acknowledgementBytes / pubackBytes)
    acknowledgementBytes += data.length
    const fresh = Math.floor(acknowledgementBytes / pubackBytes) - before
    acknowledged += fresh
    if (isRunning) for (let again = 0; again < fresh; again += 1) send()
  })
  return { send, waitsFor: () => sent - Math.floor(acknowledgementBytes / pubackBytes) }
}

async function signIn(serial: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const credentials = { username: serial, password: Buffer.from(testDeviceKey) }
  const session = { clientId: serial, clean: true, keepalive: 0 }
  socket.write(generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, ...session, ...credentials }))
  const [connack]: Buffer[] = await once(socket, 'data')
  if (connack?.[3] !== 0) throw new Error('The gateway was refused')
  return socket
}

function templateOf({ serial, unit, status }: { serial: string; unit: string; status: string }): Template {
  const moment = `${new Date().toISOString().slice(0, 19)}.`
  const values = {
    gatewayStatus: status,
    flowCelsius: 41.5,
    returnCelsius: 33.25,
    modulationPercent: 60,
    pump: true,
  }
  const payload = JSON.stringify({ ts: `${moment}000000Z`, values })
  const topic = `gateways/${serial}/${unit}`
  const packet = generate({ cmd: 'publish', topic, payload, qos: 1, messageId: 1, dup: false, retain: false })
  const idAt = packet.length - Buffer.byteLength(payload) - 2
  return { packet, microsAt: packet.indexOf(moment) + moment.length, idAt }
}
