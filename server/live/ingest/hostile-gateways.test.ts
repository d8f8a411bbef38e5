import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as connectSocket, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import { type IConnectPacket, generate } from 'mqtt-packet'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { createTestCertificate } from '#test/live/test-certificate.ts'
import {
  connectTestDevice,
  readMetricValue,
  registerTestGateway,
  reportPayloadOf,
  startTestIngest,
  type TestDevice,
  type TestGateway,
} from '#test/live/test-ingest.ts'

const { pool, close } = await createTestDatabase()
const noon = Date.parse('2026-03-15T12:00:00Z')
const clock = { now: () => noon }
const maxUnsigned = 20
const ingest = await startTestIngest({
  pool,
  clock,
  unauthenticated: { signInTimeoutMs: 1000, maxUnsigned, rejectionsAtOnce: 1000 },
})
const victim = await registerTestGateway(pool, '200000001')
const attacker = await registerTestGateway(pool, '200000002')
const devices: TestDevice[] = []
const sockets: Socket[] = []

afterEach(async () => {
  for (const device of devices.splice(0)) device.end(true)
  for (const socket of sockets.splice(0)) socket.destroy()
  await pool.query('truncate telemetry')
})

afterAll(async () => {
  await ingest.close()
  await close()
})

describe.each([
  ['3.1.1', 4],
  ['5', 5],
] as const)('over MQTT %s', (_, protocolVersion) => {
  const badUserNameOrPassword = protocolVersion === 4 ? 4 : 0x86

  test.each([
    ['a wrong device key', victim.serial, { password: 'guessed' }],
    ['no device key', victim.serial, { password: '' }],
    ['an unknown serial number', '999999999', {}],
    ['the serial number of nobody', '', {}],
    ['a serial number without end', '2'.repeat(10_000), {}],
  ])('%s is refused', async (_what, serial, options) => {
    const refused = connect({ serial }, { protocolVersion, ...options })
    await expect(refused).rejects.toMatchObject({ code: badUserNameOrPassword })
  })

  test("a report under another gateway's serial number is refused and counted, and affects no others", async () => {
    const other = await connect(victim, { protocolVersion })
    const device = await connect(attacker, { protocolVersion })
    const before = await readMetricValue(ingest.metrics.reports, 'foreign-topic')
    await expect(publish(device, topicOf(victim, 'status'))).rejects.toThrow('refused')
    expect(await readMetricValue(ingest.metrics.reports, 'foreign-topic')).toBe(before + 1)
    expect(await stored()).toBe(0)
    await publish(other, topicOf(victim, 'status'))
    expect(await stored()).toBe(1)
  })

  test.each(['$SYS/broker/uptime', 'status', 'gateways', '/gateways/200000002/status', 'gateways/200000002'])(
    'nothing is published on %s',
    async (topic) => {
      const device = await connect(attacker, { protocolVersion })
      await expect(publish(device, topic)).rejects.toThrow('refused')
      expect(await stored()).toBe(0)
    },
  )

  test.each(['#', '+/+/+', '$SYS/#', 'gateways/200000001/status', 'gateways/200000002/status', '$share/x/gateways/#'])(
    'no subscription is accepted: %s',
    async (topic) => {
      const spy = await connect(attacker, { protocolVersion })
      const received = vi.fn<() => void>()
      spy.on('message', received)
      const before = await readMetricValue(ingest.metrics.subscriptionsRefused)
      await spy.subscribeAsync(topic, { qos: 1 }).catch(() => undefined)
      expect(await readMetricValue(ingest.metrics.subscriptionsRefused)).toBe(
        before + (topic.startsWith('$share') && protocolVersion === 5 ? 0 : 1),
      )
      await publish(await connect(victim, { protocolVersion }), topicOf(victim, 'status'))
      expect(received).not.toHaveBeenCalled()
    },
  )

  test("another gateway's client id takes over no connection", async () => {
    const device = await connect(victim, { protocolVersion, clientId: 'same' })
    await connect(attacker, { protocolVersion, clientId: 'same' })
    await publish(device, topicOf(victim, 'status'))
    expect(await stored()).toBe(1)
  })

  test('a rejected sign-in under the same client id takes over no connection', async () => {
    const device = await connect(victim, { protocolVersion, clientId: 'same' })
    await expect(connect(victim, { protocolVersion, clientId: 'same', password: 'guessed' })).rejects.toThrow(
      /refused|Bad/u,
    )
    await publish(device, topicOf(victim, 'status'))
    expect(await stored()).toBe(1)
  })

  test("a last will under another gateway's serial number makes no gateway OFFLINE", async () => {
    const device = await connect(victim, { protocolVersion })
    await publish(device, topicOf(victim, 'status'))
    const will = {
      topic: topicOf(victim, 'connection'),
      payload: Buffer.from('offline'),
      qos: 1 as const,
      retain: false,
    }
    const hostile = await connect(attacker, { protocolVersion, will })
    const before = await readMetricValue(ingest.metrics.reports, 'unknown-topic')
    hostile.stream.destroy()
    await vi.waitFor(async () =>
      expect(await readMetricValue(ingest.metrics.reports, 'unknown-topic')).toBe(before + 1),
    )
    const { rows } = await pool.query('select status from gateway_status where gateway_id = $1', [victim.id])
    expect(rows).toEqual([{ status: 'ONLINE' }])
  })

  test.each([
    ['over 16 KiB', 17 * 1024, true],
    ['of 1 MiB', 1024 * 1024, false],
  ])('a report %s is refused and counted, and affects no others', async (_what, bytes, keepsConnection) => {
    const other = await connect(victim, { protocolVersion })
    const device = await connect(attacker, { protocolVersion })
    const before = await readMetricValue(ingest.metrics.reports, 'oversized')
    await publish(device, topicOf(attacker, 'hc1'), { a: 'x'.repeat(bytes) }).catch(() => undefined)
    expect(await readMetricValue(ingest.metrics.reports, 'oversized')).toBe(before + 1)
    await publish(other, topicOf(victim, 'hc1'))
    expect(await stored()).toBe(1)
    expect(device.connected).toBe(keepsConnection)
  })

  test('a report on an unknown topic of its own is refused and counted, and the connection stays', async () => {
    const device = await connect(attacker, { protocolVersion })
    const before = await readMetricValue(ingest.metrics.reports, 'unknown-topic')
    await publish(device, topicOf(attacker, 'hc99')).catch(() => undefined)
    expect(await readMetricValue(ingest.metrics.reports, 'unknown-topic')).toBe(before + 1)
    await publish(device, topicOf(attacker, 'hc1'))
    expect(await stored()).toBe(1)
  })
})

test('a CONNECT of 256 MB is cut at once', async () => {
  const socket = openSocket()
  const header = Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f])
  socket.write(Buffer.concat([header, Buffer.from([0, 4]), Buffer.from('MQTT'), Buffer.alloc(60_000)]))
  await once(socket, 'close')
  expect(socket.bytesWritten).toBeLessThan(100_000)
  await livesOn()
})

test.each([
  ['that says nothing', []],
  ['that sends a CONNECT drop by drop', [0x10, 20, 0, 4, 0x4d]],
])('a socket %s is closed', async (_what, bytes) => {
  const before = await readMetricValue(ingest.metrics.socketsCut, 'silent')
  const socket = openSocket()
  const dripping = setInterval(() => socket.write(Buffer.from(bytes.splice(0, 1))), 50)
  await once(socket, 'close')
  clearInterval(dripping)
  expect(await readMetricValue(ingest.metrics.socketsCut, 'silent')).toBe(before + 1)
  await livesOn()
})

test('silent sockets are limited, and gateways still connect', async () => {
  const before = await readMetricValue(ingest.metrics.socketsCut, 'many')
  const silent = Array.from({ length: 5 * maxUnsigned }, openSocket)
  await Promise.all(silent.map((socket) => once(socket, 'connect')))
  await livesOn()
  expect(await readMetricValue(ingest.metrics.socketsCut, 'many')).toBeGreaterThanOrEqual(before + 4 * maxUnsigned)
})

test.each([
  [
    'a PUBLISH without a CONNECT',
    generate({ cmd: 'publish', topic: 'gateways/200000001/status', payload: '{}', qos: 0, dup: false, retain: false }),
  ],
  ['two CONNECTs', Buffer.concat([connectPacket(), connectPacket()])],
  ['a CONNECT of level 4 under the name of MQTT 3.1', connectPacket({ protocolId: 'MQIsdp' })],
  ['a CONNECT of level 3 under the name of the later ones', connectPacket({ protocolVersion: 3 })],
  ['a request of HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  ['bytes of no meaning', Buffer.alloc(5000, 0xf7)],
])('%s ends the connection', async (_what, bytes) => {
  const socket = openSocket()
  socket.write(bytes)
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
  await livesOn()
})

test('a connection that never reads its acknowledgements affects no others', async () => {
  const socket = openSocket()
  socket.write(connectPacket())
  await once(socket, 'data')
  socket.pause()
  const topic = topicOf(attacker, 'hc1')
  for (let messageId = 1; messageId <= 3000; messageId += 1) {
    const payload = reportPayloadOf({}, noon + messageId)
    socket.write(generate({ cmd: 'publish', topic, payload, qos: 1, messageId, dup: false, retain: false }))
  }
  await livesOn()
  await vi.waitFor(async () => expect(await stored()).toBe(3001), { timeout: 10_000 })
})

describe('with a certificate', () => {
  test('there is only TLS, from version 1.2 on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-portal-tls-'))
    const { cert, key } = createTestCertificate()
    const tls = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
    await writeFile(tls.certFile, cert)
    await writeFile(tls.keyFile, key)
    const secure = await startTestIngest({ pool, clock, mqtt: { host: '127.0.0.1', port: 0, tls, proxies: [] } })
    const device = await connectTestDevice(secure.port, victim.serial, {
      protocol: 'mqtts',
      ca: cert,
      servername: 'localhost',
    })
    await publish(device, topicOf(victim, 'status'))
    expect(await stored()).toBe(1)
    await expect(connectTestDevice(secure.port, victim.serial)).rejects.toThrow("Couldn't connect")
    const handshake = { port: secure.port, ca: cert, servername: 'localhost' }
    await expect(shakeHands({ ...handshake, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow(
      /protocol version|no protocols/u,
    )
    expect(await shakeHands({ ...handshake, maxVersion: 'TLSv1.2' })).toBe('TLSv1.2')
    device.end(true)
    await secure.close()
    await rm(folder, { recursive: true })
  })
})

type ConnectOptions = Parameters<typeof connectTestDevice>[2]

async function connect({ serial }: Pick<TestGateway, 'serial'>, options: ConnectOptions = {}): Promise<TestDevice> {
  const device = await connectTestDevice(ingest.port, serial, options)
  device.on('error', () => undefined)
  devices.push(device)
  return device
}

/** Publishes a report. Rejects if the listener refuses the report with a reason code or closes the connection. */
async function publish(device: TestDevice, topic: string, values: object = { gatewayStatus: 'ONLINE' }): Promise<void> {
  const closed = new Promise<never>((_, reject) => device.once('close', () => reject(new Error('refused'))))
  const published = device.publishAsync(topic, reportPayloadOf(values, noon), { qos: 1 }).catch(() => {
    throw new Error('refused')
  })
  await Promise.race([published, closed])
}

function topicOf({ serial }: TestGateway, unit: string): string {
  return `gateways/${serial}/${unit}`
}

async function stored(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int from telemetry')
  return rows[0]?.count ?? 0
}

async function livesOn(): Promise<void> {
  const device = await connect(victim)
  await publish(device, topicOf(victim, 'dhw1'))
  expect(device.connected).toBe(true)
}

function openSocket(): Socket {
  const socket = connectSocket(ingest.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  sockets.push(socket)
  return socket
}

function connectPacket(changes: Partial<IConnectPacket> = {}): Buffer {
  const credentials = { username: attacker.serial, password: Buffer.from('a device key') }
  return generate({
    cmd: 'connect',
    clientId: 'raw',
    protocolVersion: 4,
    protocolId: 'MQTT',
    clean: true,
    keepalive: 0,
    ...credentials,
    ...changes,
  })
}

function shakeHands(options: ConnectionOptions): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: '127.0.0.1', ...options }, () => {
      resolve(socket.getProtocol())
      socket.destroy()
    })
    socket.once('error', reject)
  })
}
