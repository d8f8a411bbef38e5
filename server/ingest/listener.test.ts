import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '#server/database/testing.ts'
import {
  connectDevice,
  counted,
  registerGateway,
  reportOf,
  startTestIngest,
  type Device,
  type TestGateway,
  type TestIngest,
} from './testing.ts'

const { pool, close } = await testDatabase()
const noon = Date.parse('2026-03-15T12:00:00Z')
const clock = { time: noon, now: () => clock.time }
const devices: Device[] = []
let ingest: TestIngest
let serials = 100_000_000

beforeAll(async () => {
  ingest = await startTestIngest({ pool, clock })
})

afterEach(async () => {
  for (const device of devices.splice(0)) device.end(true)
  ingest.published.length = 0
  clock.time = noon
})

afterAll(async () => {
  await ingest.close()
  await close()
})

describe.each([
  ['3.1.1', 4],
  ['5', 5],
] as const)('over MQTT %s', (_, protocolVersion) => {
  test('a report is stored before it is acknowledged', async () => {
    const gateway = await register()
    const device = await connect(gateway, { protocolVersion })
    await device.publishAsync(topicOf(gateway, 'status'), reportOf({ gatewayStatus: 'ONLINE' }, noon), { qos: 1 })
    expect(await telemetryOf(gateway)).toEqual([
      { unit: 'status', ts: new Date(noon), payload: { gatewayStatus: 'ONLINE' } },
    ])
    expect(await statusOf(gateway)).toMatchObject({ status: 'ONLINE', since: new Date(noon) })
  })

  test('no acknowledgement leaves before the commit', async () => {
    const gateway = await register()
    const device = await connect(gateway, { protocolVersion })
    await device.publishAsync(topicOf(gateway, 'status'), reportOf({}, noon), { qos: 1 })
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select from gateway_status where gateway_id = $1 for update', [gateway.id])
    let isAcknowledged = false
    const published = device
      .publishAsync(topicOf(gateway, 'hc1'), reportOf({}, noon), { qos: 1 })
      .then(() => (isAcknowledged = true))
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1))
    expect(isAcknowledged).toBe(false)
    await holder.query('commit')
    holder.release()
    await published
    expect(await telemetryOf(gateway)).toHaveLength(2)
  })

  test('a malformed report is counted, dropped and acknowledged, and the connection lives on', async () => {
    const gateway = await register()
    const device = await connect(gateway, { protocolVersion })
    const before = await counted(ingest.metrics.reports, 'malformed')
    const refused = device.publishAsync(topicOf(gateway, 'status'), 'not JSON', { qos: 1 })
    if (protocolVersion === 5) await expect(refused).rejects.toMatchObject({ code: 0x99 })
    else await refused
    expect(await counted(ingest.metrics.reports, 'malformed')).toBe(before + 1)
    await device.publishAsync(topicOf(gateway, 'status'), reportOf({ gatewayStatus: 'WARNING' }, noon), { qos: 1 })
    expect(await statusOf(gateway)).toMatchObject({ status: 'WARNING' })
    expect(await telemetryOf(gateway)).toHaveLength(1)
  })
})

async function register(): Promise<TestGateway> {
  serials += 1
  return registerGateway(pool, String(serials))
}

async function connect(gateway: TestGateway, options: Parameters<typeof connectDevice>[2] = {}): Promise<Device> {
  const device = await connectDevice(ingest.port, gateway.serial, options)
  devices.push(device)
  return device
}

function topicOf({ serial }: TestGateway, unit: string): string {
  return `gateways/${serial}/${unit}`
}

async function telemetryOf({ id }: TestGateway): Promise<object[]> {
  const { rows } = await pool.query<object>(
    'select unit, ts, payload from telemetry where gateway_id = $1 order by seq',
    [id],
  )
  return rows
}

async function statusOf({ id }: TestGateway): Promise<object | undefined> {
  const { rows } = await pool.query<object>('select * from gateway_status where gateway_id = $1', [id])
  return rows[0]
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows[0]?.count ?? 0
}
