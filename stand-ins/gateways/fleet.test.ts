import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { type IConnectPacket, type IPublishPacket, type Packet, generate, parser } from 'mqtt-packet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { units } from '#contract/event-bus.ts'
import type { RegistryFileEntry } from '../registry-file.ts'
import { demoRegistryFile, readRegistryFile } from '../registry-file.ts'
import { startFleet } from './fleet.ts'
import type { Fleet } from './fleet.ts'
import { startSimulatedGateway } from './simulated-gateway.ts'

const registryFile = await readRegistryFile(demoRegistryFile)
const gateways = registryFile.filter((gateway) => gateway.simulated).slice(0, 4)

let refusals: number
let server: Server
let mqttUrl: string
let sockets: Socket[]
let published: Pick<IPublishPacket, 'topic' | 'payload' | 'qos'>[]
let signedIn: { serial: string; deviceKey: string; version: number | undefined }[]
let fleet: Fleet | undefined

beforeEach(async () => {
  published = []
  sockets = []
  signedIn = []
  refusals = 0
  server = createServer(serve).listen(0)
  await once(server, 'listening')
  mqttUrl = `mqtt://localhost:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
  for (const socket of sockets) socket.destroy()
  server.close()
})

/**
 * Serves a connection as a broker that acknowledges everything. A last will counts as published if the socket closes
 * without a DISCONNECT packet.
 */
function serve(socket: Socket): void {
  sockets.push(socket)
  const packets = parser()
  let will: IConnectPacket['will']
  let protocolVersion = 4
  const send = (packet: Packet) => socket.write(generate(packet, { protocolVersion }))
  packets.on('packet', (packet) => {
    if (packet.cmd === 'connect') {
      const { username: serial = '', password, protocolVersion: version } = packet
      protocolVersion = version ?? 4
      signedIn.push({ serial, deviceKey: String(password), version })
      const isRefused = refusals > 0
      refusals -= 1
      if (!isRefused) ({ will } = packet)
      send({ cmd: 'connack', sessionPresent: false, returnCode: isRefused ? 5 : 0, reasonCode: isRefused ? 0x87 : 0 })
    }
    if (packet.cmd === 'publish') {
      published.push(packet)
      send({ cmd: 'puback', messageId: packet.messageId ?? 0 })
    }
    if (packet.cmd === 'disconnect') will = undefined
  })
  socket.on('data', (bytes) => packets.parse(bytes))
  socket.on('error', () => {})
  socket.on('close', () => {
    sockets.splice(sockets.indexOf(socket), 1)
    if (will) published.push({ qos: 0, ...will })
  })
}

test('every gateway signs in with its serial number and device key, some over MQTT 3.1.1 and some over 5', async () => {
  fleet = startFleet({ gateways, mqttUrl, intervalMs: 60_000, onError: failTest })
  await vi.waitUntil(() => signedIn.length === gateways.length, { timeout: 5_000 })
  expect(signedIn.map(({ serial, deviceKey }) => ({ serial, deviceKey }))).toEqual(
    gateways.map(({ serial, deviceKey }) => ({ serial, deviceKey })),
  )
  expect(new Set(signedIn.map(({ version }) => version))).toEqual(new Set([4, 5]))
})

test('a gateway reports every unit under its own serial with QoS 1 and a time', async () => {
  fleet = startFleet({ gateways: gateways.slice(0, 1), mqttUrl, intervalMs: 60_000, onError: failTest })
  await vi.waitUntil(() => published.length === units.length, { timeout: 5_000 })
  const topics = published.map((packet) => packet.topic)
  expect(topics.toSorted()).toEqual(units.map((unit) => `gateways/${gateways[0]?.serial}/${unit}`).toSorted())
  for (const packet of published) {
    expect(packet.qos).toBe(1)
    expect(JSON.parse(String(packet.payload))).toEqual({
      ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      values: expect.any(Object),
    })
  }
})

test('a gateway continues to report at its interval', async () => {
  fleet = startFleet({ gateways: gateways.slice(0, 1), mqttUrl, intervalMs: 50, onError: failTest })
  await vi.waitUntil(() => published.length >= 5 * units.length, { timeout: 5_000 })
  const moments = published.map((packet) => (JSON.parse(String(packet.payload)) as { ts: string }).ts)
  expect(new Set(moments).size).toBeGreaterThanOrEqual(5)
})

test('a gateway that loses its connection leaves its last will and reconnects', async () => {
  const gateway = startOne(gateways[0])
  await vi.waitUntil(() => sockets.length === 1 && signedIn.length === 1)
  for (const socket of sockets) socket.destroy()
  await vi.waitUntil(() => signedIn.length === 2, { timeout: 10_000 })
  expect(lastWills()).toEqual([[`gateways/${gateways[0]?.serial}/connection`, 'offline']])
  await gateway.stop()
})

test('a gateway that reconnects reports at once', async () => {
  fleet = startFleet({ gateways: gateways.slice(0, 1), mqttUrl, intervalMs: 60_000, onError: failTest })
  await vi.waitUntil(() => published.length === units.length, { timeout: 5_000 })
  for (const socket of sockets) socket.destroy()
  await vi.waitUntil(() => published.length === 2 * units.length + 1, { timeout: 10_000 })
  expect(signedIn).toHaveLength(2)
})

test('a gateway that is stopped disconnects properly: no last will', async () => {
  const gateway = startOne(gateways[0])
  await vi.waitUntil(() => sockets.length === 1 && signedIn.length === 1)
  await gateway.stop()
  await vi.waitUntil(() => sockets.length === 0)
  expect(lastWills()).toEqual([])
})

test('a gateway that is switched off loses its connection without a goodbye, until it is switched on', async () => {
  fleet = startFleet({ gateways: gateways.slice(0, 2), mqttUrl, intervalMs: 60_000, onError: failTest })
  await vi.waitUntil(() => published.length === 2 * units.length, { timeout: 5_000 })
  fleet.setSwitchedOff(new Set([gateways[0]?.serial ?? '']))
  await vi.waitUntil(() => lastWills().length === 1)
  expect(lastWills()).toEqual([[`gateways/${gateways[0]?.serial}/connection`, 'offline']])
  expect(sockets).toHaveLength(1)
  fleet.setSwitchedOff(new Set())
  await vi.waitUntil(() => published.length === 3 * units.length + 1, { timeout: 5_000 })
})

test('a gateway that is off when the demo starts stays off until it is switched on', async () => {
  fleet = startFleet({ gateways: gateways.slice(0, 2), mqttUrl, intervalMs: 60_000, onError: failTest })
  fleet.setSwitchedOff(new Set([gateways[0]?.serial ?? '']))
  await vi.waitUntil(() => published.length === units.length, { timeout: 5_000 })
  expect(signedIn.map(({ serial }) => serial)).toEqual([gateways[1]?.serial])
  fleet.setSwitchedOff(new Set())
  await vi.waitUntil(() => published.length === 2 * units.length, { timeout: 5_000 })
})

test('a gateway that was refused retries', async () => {
  refusals = 1
  const errors: string[] = []
  fleet = startFleet({
    gateways: gateways.slice(1, 2),
    mqttUrl,
    intervalMs: 60_000,
    onError: (_serial, error) => errors.push(error.message),
  })
  await vi.waitUntil(() => signedIn.length === 2, { timeout: 10_000 })
  expect(errors.length).toBeGreaterThan(0)
})

function lastWills(): string[][] {
  const wills = published.filter((packet) => packet.topic.endsWith('/connection'))
  return wills.map(({ topic, payload }) => [topic, String(payload)])
}

function startOne(gateway: RegistryFileEntry | undefined) {
  if (!gateway) throw new Error('The registry has no simulated gateway.')
  return startSimulatedGateway({
    gateway,
    mqttUrl,
    protocolVersion: 5,
    clock: { now: () => Date.now() },
    onError: failTest,
  })
}

function failTest(...reasons: unknown[]): void {
  throw new Error(`A gateway failed: ${reasons.join(' ')}`)
}
