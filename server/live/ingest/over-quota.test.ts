import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { createTestDatabase } from '#test/database.ts'
import {
  connectTestDevice,
  readMetricValue,
  registerTestGateway,
  reportPayloadOf,
  startTestIngest,
  type TestDevice,
} from '#test/live/test-ingest.ts'

const { pool, close } = await createTestDatabase()
const warn = vi.fn<(fields: object, message: string) => void>()
const log = { debug: () => {}, info: () => {}, warn, error: () => {} }
const quota = { reportsPerMinute: 1_200, burst: 20, bytesPerDay: 64_000_000 }
const ingest = await startTestIngest({
  pool,
  clock: systemClock,
  quota,
  log,
  unauthenticated: { signInTimeoutMs: 2_000, rejectionsAtOnce: 2 },
})
const greedy = await registerTestGateway(pool, '400000001')
const honest = await registerTestGateway(pool, '400000002')
const devices: TestDevice[] = []

afterEach(async () => {
  for (const device of devices.splice(0)) device.end(true)
  await pool.query('truncate telemetry')
})

afterAll(async () => {
  await ingest.close()
  await close()
})

async function connect(serial: string, options: object = {}): Promise<TestDevice> {
  const device = await connectTestDevice(ingest.port, serial, options)
  device.on('error', () => undefined)
  devices.push(device)
  return device
}

async function publish(device: TestDevice, serial: string, at: number): Promise<void> {
  const report = reportPayloadOf({ gatewayStatus: 'ONLINE' }, at)
  await device.publishAsync(`gateways/${serial}/hc1`, report, { qos: 1 })
}

async function stored(gatewayId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from telemetry where gateway_id = $1',
    [gatewayId],
  )
  return rows[0]?.count ?? 0
}

test('over its quota the acknowledgements of a gateway wait, others are unaffected, and no acknowledged report is lost', async () => {
  const [device, other] = [await connect(greedy.serial), await connect(honest.serial)]
  const now = Date.now()
  let acknowledged = 0
  const all = Array.from({ length: 60 }, async (_, index) => {
    await publish(device, greedy.serial, now - index * 1_000)
    acknowledged++
  })
  await publish(other, honest.serial, now)
  expect(acknowledged).toBeLessThan(40)
  await Promise.all(all)
  // The gateway sends 40 reports more than the burst, and the quota admits 20 a second.
  expect(Date.now() - now).toBeGreaterThan(1_500)
  expect([await stored(greedy.id), await stored(honest.id)]).toEqual([60, 1])
  expect(await readMetricValue(ingest.metrics.reportsSlowed)).toBeGreaterThan(20)
})

test('an MQTT 5 gateway far over its quota gets a reason code, and no acknowledged report is lost', async () => {
  const slow = await startTestIngest({ pool, clock: systemClock, quota: { ...quota, reportsPerMinute: 60 } })
  const device = await connectTestDevice(slow.port, greedy.serial, { protocolVersion: 5 })
  device.on('error', () => undefined)
  devices.push(device)
  const disconnectCode = new Promise((resolve) => device.once('disconnect', ({ reasonCode }) => resolve(reasonCode)))
  let acknowledged = 0
  for (; acknowledged < 10; acknowledged++) await publish(device, greedy.serial, Date.now() - acknowledged * 1_000)
  for (let index = 10; index < 300; index++) {
    publish(device, greedy.serial, Date.now() - index * 1_000).then(
      () => acknowledged++,
      () => undefined,
    )
  }
  expect(await disconnectCode).toBe(0x97)
  expect(await stored(greedy.id)).toBeGreaterThanOrEqual(acknowledged)
  await slow.close()
})

test('wrong device keys are answered with growing delays, the right one at once from the same address', async () => {
  const attempt = async (serial: string): Promise<number> => {
    const begun = Date.now()
    await expect(connect(serial, { password: 'guessed' })).rejects.toThrow(/refused|Bad/u)
    return Date.now() - begun
  }
  const waits: number[] = []
  for (let index = 0; index < 5; index++) waits.push(await attempt(honest.serial))
  expect(waits[4]).toBeGreaterThanOrEqual(990)
  const guessing = Array.from({ length: 20 }, async () => attempt(honest.serial))
  const begun = Date.now()
  await connect(honest.serial)
  expect(Date.now() - begun).toBeLessThan(900)
  await Promise.all(guessing)
})

test('excess is logged as sums, not as single lines', async () => {
  const own = await startTestIngest({ pool, clock: systemClock, log, unauthenticated: { rejectionsAtOnce: 100 } })
  warn.mockClear()
  for (let index = 0; index < 10; index++) {
    await expect(connectTestDevice(own.port, honest.serial, { password: `guess${index}` })).rejects.toThrow(/refused/u)
  }
  expect(warn).not.toHaveBeenCalled()
  await own.close()
  expect(warn.mock.calls).toEqual([
    [
      { count: 10, of: 1, most: { [`${honest.serial} from 127.0.0.1`]: 10 } },
      'Gateways were rejected: unknown serial number or wrong device key',
    ],
  ])
})

test.each([
  ['a packet id of 0', 'gateways/400000002/hc1', 0],
  ['U+0000 in its topic', 'gateways/400000002/\0hc1', 1],
])('a publication with %s ends its connection', async (_what, topic, packetId) => {
  const device = await connect(honest.serial)
  const closed = new Promise((resolve) => device.once('close', () => resolve('closed')))
  const name = Buffer.from(topic)
  const payload = Buffer.from(reportPayloadOf({ a: 1 }, Date.now()))
  const rest = Buffer.concat([Buffer.from([0, name.length]), name, Buffer.from([0, packetId]), payload])
  device.stream.write(Buffer.concat([Buffer.from([0x32, rest.length]), rest]))
  expect(await closed).toBe('closed')
  expect(await stored(honest.id)).toBe(0)
})
