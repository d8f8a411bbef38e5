import { silentLog } from '#server/log.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BusMessage, GatewayMessage } from '#server/live/bus/bus.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { createTestDatabase } from '#test/database.ts'
import {
  connectTestDevice,
  readMetricValue,
  registerTestGateway,
  reportPayloadOf,
  startTestIngest,
  type TestDevice,
  type TestGateway,
  type TestIngest,
} from '#test/live/test-ingest.ts'

const { pool, url, close } = await createTestDatabase()
const noon = Date.parse('2026-03-15T12:00:00Z')
const clock = { time: noon, now: () => clock.time }
const payloadFormatInvalid = 0x99
const devices: TestDevice[] = []
let ingest: TestIngest
let serials = 100_000_000

const bus = createPostgresBus({ url, log: silentLog })
const busMessages: BusMessage[] = []

beforeAll(async () => {
  await bus.subscribe({ onMessages: (messages) => void busMessages.push(...messages), onResync: () => {} })
  ingest = await startTestIngest({ pool, clock, bus })
})

afterEach(async () => {
  for (const device of devices.splice(0)) device.end(true)
  busMessages.length = 0
  clock.time = noon
})

afterAll(async () => {
  await ingest.close()
  await bus.close()
  await close()
})

describe.each([
  ['3.1.1', 4],
  ['5', 5],
] as const)('over MQTT %s', (_, protocolVersion) => {
  test('a report is stored before it is acknowledged', async () => {
    const gateway = await register()
    const device = await connect(gateway, { protocolVersion })
    await device.publishAsync(topicOf(gateway, 'status'), reportPayloadOf({ gatewayStatus: 'ONLINE' }, noon), {
      qos: 1,
    })
    expect(await telemetryOf(gateway)).toEqual([
      { unit: 'status', ts: new Date(noon), payload: { gatewayStatus: 'ONLINE' } },
    ])
    expect(await statusOf(gateway)).toMatchObject({ status: 'ONLINE', since: new Date(noon) })
  })

  test('no acknowledgement is sent before the commit', async () => {
    const gateway = await register()
    const device = await connect(gateway, { protocolVersion })
    const hold = await holdCommits()
    let isAcknowledged = false
    const published = publish(device, gateway, 'hc1', reportPayloadOf({}, noon)).then(() => (isAcknowledged = true))
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1))
    expect(isAcknowledged).toBe(false)
    await hold.release()
    await published
    expect(await telemetryOf(gateway)).toHaveLength(1)
  })

  test('a malformed report is counted, dropped and acknowledged, and the connection stays', async () => {
    const gateway = await register()
    const device = await connect(gateway, { protocolVersion })
    const before = await readMetricValue(ingest.metrics.reports, 'malformed')
    const reasonCode = await publish(device, gateway, 'status', 'not JSON').then(
      () => undefined,
      (error: { code?: number }) => error.code,
    )
    expect(reasonCode).toBe(protocolVersion === 5 ? payloadFormatInvalid : undefined)
    expect(await readMetricValue(ingest.metrics.reports, 'malformed')).toBe(before + 1)
    await device.publishAsync(topicOf(gateway, 'status'), reportPayloadOf({ gatewayStatus: 'WARNING' }, noon), {
      qos: 1,
    })
    expect(await statusOf(gateway)).toMatchObject({ status: 'WARNING' })
    expect(await telemetryOf(gateway)).toHaveLength(1)
  })
})

test('a report sent twice is one row and one notification', async () => {
  const { gateway, device } = await connected()
  const report = reportPayloadOf({ gatewayStatus: 'ONLINE' }, noon)
  await publish(device, gateway, 'status', report)
  await publish(device, gateway, 'status', report)
  expect(await telemetryOf(gateway)).toHaveLength(1)
  await publish(device, gateway, 'hc1', reportPayloadOf({}, noon))
  await vi.waitFor(() => expect(unitsPublished(gateway)).toEqual(['status', 'hc1']))
})

test('a page receives the status with its values and its since', async () => {
  const { gateway, device } = await connected()
  await publish(
    device,
    gateway,
    'status',
    reportPayloadOf({ gatewayStatus: 'WARNING', power: 4.2, faultCode: 'W201' }, noon - 1000),
  )
  await vi.waitFor(() => expect(notificationsOf(gateway)).toHaveLength(1))
  expect(notificationsOf(gateway)).toEqual([
    {
      kind: 'gateway',
      gatewayId: gateway.id,
      unit: 'status',
      seq: expect.any(Number),
      ts: '2026-03-15T11:59:59.000000Z',
      payload: {
        gatewayStatus: 'WARNING',
        power: 4.2,
        since: '2026-03-15T12:00:00.000Z',
        faultCode: 'W201',
        severity: 'WARNING',
      },
    },
  ])
  await publish(device, gateway, 'dhw1', reportPayloadOf({ celsius: 48 }, noon))
  const { rows } = await pool.query('select published_at from gateway_status where gateway_id = $1', [gateway.id])
  expect(rows).toEqual([{ published_at: new Date('2026-03-15T11:59:59Z') }])
})

test('the code of a fault is stored until the gateway reports another or none; an invalid code is ignored', async () => {
  const { gateway, device } = await connected()
  const codes: unknown[] = ['E104', '<script>', { code: 1 }, 'G902', undefined, 'x'.repeat(15_000)]
  const kept: unknown[] = []
  for (const [index, faultCode] of codes.entries()) {
    await publish(device, gateway, 'status', reportPayloadOf({ gatewayStatus: 'ERROR', faultCode }, noon + index))
    await publish(device, gateway, 'hc1', reportPayloadOf({}, noon + index))
    const { rows } = await pool.query('select fault_code from gateway_status where gateway_id = $1', [gateway.id])
    kept.push(rows[0]?.fault_code)
  }
  expect(kept).toEqual(['E104', null, null, 'G902', null, null])
})

test('a page receives the other units as reported', async () => {
  const { gateway, device } = await connected()
  await publish(device, gateway, 'dhw1', reportPayloadOf({ celsius: 48 }, noon))
  await vi.waitFor(() => expect(notificationsOf(gateway)).toMatchObject([{ unit: 'dhw1', payload: { celsius: 48 } }]))
})

test('since is the time of the last change, not of the last report', async () => {
  const { gateway, device } = await connected()
  await publish(device, gateway, 'status', reportPayloadOf({ gatewayStatus: 'ONLINE' }, noon))
  clock.time = noon + 60_000
  await publish(device, gateway, 'status', reportPayloadOf({ gatewayStatus: 'ONLINE' }, noon + 60_000))
  expect(await statusOf(gateway)).toMatchObject({ since: new Date(noon), last_seen_at: new Date(noon + 60_000) })
})

test('an unknown status is UNKNOWN', async () => {
  const { gateway, device } = await connected()
  await publish(device, gateway, 'status', reportPayloadOf({ gatewayStatus: 'EXPLODED' }, noon))
  expect(await statusOf(gateway)).toMatchObject({ status: 'UNKNOWN' })
})

test('a late report is stored, but changes no newer value', async () => {
  const { gateway, device } = await connected()
  await publish(device, gateway, 'status', reportPayloadOf({ gatewayStatus: 'ERROR' }, noon))
  await publish(device, gateway, 'status', reportPayloadOf({ gatewayStatus: 'ONLINE' }, noon - 60_000))
  expect(await telemetryOf(gateway)).toHaveLength(2)
  expect(await statusOf(gateway)).toMatchObject({ status: 'ERROR', reported_at: new Date(noon) })
  await publish(device, gateway, 'hc1', reportPayloadOf({}, noon))
  await vi.waitFor(() => expect(unitsPublished(gateway)).toEqual(['status', 'hc1']))
})

test('the first report of a gateway counts before its last will, however late it is written', async () => {
  let time = noon
  const hasty = await startTestIngest({ pool, clock: { now: () => (time += 1) }, bus })
  const gateway = await register()
  const device = await connectTestDevice(hasty.port, gateway.serial, { will: willOf(gateway) })
  await device.publishAsync(topicOf(gateway, 'status'), reportPayloadOf({ gatewayStatus: 'ONLINE' }, noon), { qos: 1 })
  device.stream.destroy()
  await vi.waitFor(async () => expect(await statusOf(gateway)).toMatchObject({ status: 'OFFLINE' }))
  await hasty.close()
})

test('a connection lost without a disconnect makes the gateway OFFLINE by its last will', async () => {
  const { gateway, device } = await connected({ will: true })
  await publish(device, gateway, 'status', reportPayloadOf({ gatewayStatus: 'WARNING', faultCode: 'W203' }, noon))
  clock.time = noon + 5000
  device.stream.destroy()
  await vi.waitFor(async () => expect(await statusOf(gateway)).toMatchObject({ status: 'OFFLINE' }))
  expect(await statusOf(gateway)).toMatchObject({ reported: 'WARNING', since: new Date(noon + 5000) })
  await vi.waitFor(() =>
    expect(notificationsOf(gateway).at(-1)).toMatchObject({
      unit: 'status',
      payload: { gatewayStatus: 'OFFLINE', since: '2026-03-15T12:00:05.000Z', faultCode: 'W203', severity: 'WARNING' },
    }),
  )
})

test('any later report ends OFFLINE and restores the reported status', async () => {
  const { gateway, device } = await connected({ will: true })
  await publish(device, gateway, 'status', reportPayloadOf({ gatewayStatus: 'WARNING' }, noon))
  device.stream.destroy()
  await vi.waitFor(async () => expect(await statusOf(gateway)).toMatchObject({ status: 'OFFLINE' }))
  const again = await connect(gateway)
  clock.time = noon + 9000
  await publish(again, gateway, 'hc1', reportPayloadOf({}, noon + 9000))
  expect(await statusOf(gateway)).toMatchObject({ status: 'WARNING', since: new Date(noon + 9000) })
  await vi.waitFor(() => expect(unitsPublished(gateway)).toEqual(['status', 'status', 'status', 'hc1']))
  expect(notificationsOf(gateway).map(({ payload }) => payload?.['gatewayStatus'])).toEqual([
    'WARNING',
    'OFFLINE',
    'WARNING',
    undefined,
  ])
})

test('a disconnect does not make a gateway OFFLINE', async () => {
  const { gateway, device } = await connected({ will: true })
  await publish(device, gateway, 'status', reportPayloadOf({ gatewayStatus: 'ONLINE' }, noon))
  await device.endAsync()
  const other = await connected({ will: true })
  other.device.stream.destroy()
  await vi.waitFor(async () => expect(await statusOf(other.gateway)).toMatchObject({ status: 'OFFLINE' }))
  expect(await statusOf(gateway)).toMatchObject({ status: 'ONLINE' })
})

test.each([4, 5] as const)(
  'a takeover of the same client id does not make a gateway OFFLINE (MQTT %i)',
  async (version) => {
    const options = { will: true, clientId: 'burner', protocolVersion: version }
    const { gateway, device } = await connected(options)
    await publish(device, gateway, 'status', reportPayloadOf({ gatewayStatus: 'ONLINE' }, noon))
    const closed = new Promise<void>((resolve) => device.once('close', () => resolve()))
    const successor = await connect(gateway, options)
    await closed
    await publish(successor, gateway, 'hc1', reportPayloadOf({}, noon))
    expect(await statusOf(gateway)).toMatchObject({ status: 'ONLINE' })
    await vi.waitFor(() => expect(unitsPublished(gateway)).toEqual(['status', 'hc1']))
    successor.stream.destroy()
    await vi.waitFor(async () => expect(await statusOf(gateway)).toMatchObject({ status: 'OFFLINE' }))
  },
)

test('a gateway that has reconnected to another listener under its client id is not OFFLINE by its old connection', async () => {
  const options = { will: true, clientId: 'burner' }
  const { gateway, device } = await connected(options)
  await publish(device, gateway, 'status', reportPayloadOf({ gatewayStatus: 'ONLINE' }, noon))
  const elsewhere = await startTestIngest({ pool, clock })
  clock.time = noon + 1
  const successor = await connectTestDevice(elsewhere.port, gateway.serial, { clientId: 'burner' })
  await publish(successor, gateway, 'hc1', reportPayloadOf({}, noon + 1))
  const before = await readMetricValue(ingest.metrics.reports, 'stored')
  device.stream.destroy()
  await vi.waitFor(async () => expect(await readMetricValue(ingest.metrics.reports, 'stored')).toBe(before + 1))
  expect(await statusOf(gateway)).toMatchObject({ status: 'ONLINE' })
  successor.end(true)
  await elsewhere.close()
})

test('a listener that closes makes no gateway OFFLINE', async () => {
  const testIngest = await startTestIngest({ pool, clock })
  const gateway = await register()
  const device = await connectTestDevice(testIngest.port, gateway.serial, { will: willOf(gateway) })
  await publish(device, gateway, 'status', reportPayloadOf({ gatewayStatus: 'ONLINE' }, noon))
  await testIngest.close()
  expect(await statusOf(gateway)).toMatchObject({ status: 'ONLINE' })
  await vi.waitFor(() => expect(device.connected).toBe(false))
})

test.each([
  [5, [0x8b]],
  [4, []],
] as const)(
  'gateways are disconnected one after the other, each with its acknowledgements and a reason (MQTT %i)',
  async (protocolVersion, reasons) => {
    const testIngest = await startTestIngest({ pool, clock })
    const reasonCodes: unknown[] = []
    const open: { gateway: TestGateway; device: TestDevice }[] = []
    for (let count = 0; count < 3; count += 1) {
      const gateway = await register()
      const device = await connectTestDevice(testIngest.port, gateway.serial, {
        will: willOf(gateway),
        protocolVersion,
      })
      device.on('disconnect', ({ reasonCode }) => reasonCodes.push(reasonCode))
      open.push({ gateway, device })
    }
    const hold = await holdCommits()
    const published = open.map(({ device, gateway }) => publish(device, gateway, 'hc1', reportPayloadOf({}, noon)))
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1))
    const ended = testIngest.close({ overMs: 300 })
    await hold.release()
    await Promise.all(published)
    await ended
    await vi.waitFor(() => expect(open.filter(({ device }) => device.connected)).toEqual([]))
    expect(reasonCodes).toEqual(open.flatMap(() => reasons))
    for (const { gateway } of open) {
      expect(await telemetryOf(gateway)).toHaveLength(1)
      expect(await statusOf(gateway)).not.toMatchObject({ status: 'OFFLINE' })
    }
  },
)

test('a port in use is an error', async () => {
  const mqtt = { host: '127.0.0.1', port: ingest.port, tls: null, proxies: [] }
  await expect(startTestIngest({ pool, clock, mqtt })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('two connections of one gateway under different client ids are both accepted', async () => {
  const { gateway, device } = await connected({ clientId: 'one' })
  const other = await connect(gateway, { clientId: 'two' })
  await publish(other, gateway, 'hc1', reportPayloadOf({}, noon))
  await publish(device, gateway, 'hc1', reportPayloadOf({}, noon + 1))
  expect(await telemetryOf(gateway)).toHaveLength(2)
})

test('a fifth connection of a gateway ends its oldest, which makes no gateway OFFLINE', async () => {
  const gateway = await register()
  const connections: TestDevice[] = []
  for (const clientId of ['1', '2', '3', '4', '5']) connections.push(await connect(gateway, { will: true, clientId }))
  await vi.waitFor(() => expect(connections.map((device) => device.connected)).toEqual([false, true, true, true, true]))
  const [, , , , newest] = connections
  if (newest) await publish(newest, gateway, 'hc1', reportPayloadOf({}, noon))
  await vi.waitFor(() => expect(unitsPublished(gateway)).toEqual(['hc1']))
})

test('reports of many gateways at once are stored in few commits', async () => {
  const many = await Promise.all(Array.from({ length: 50 }, () => connected()))
  const before = await readMetricValue(ingest.metrics.batchEntries, '+Inf')
  await Promise.all(
    many.flatMap(({ gateway, device }) =>
      [1, 2, 3, 4].map((second) => publish(device, gateway, 'hc1', reportPayloadOf({}, noon + second))),
    ),
  )
  const commits = (await readMetricValue(ingest.metrics.batchEntries, '+Inf')) - before
  expect(commits).toBeLessThan(50)
  for (const { gateway } of many) expect(await telemetryOf(gateway)).toHaveLength(4)
})

test('acknowledgements keep the order of the reports, including refused ones', async () => {
  const { gateway, device } = await connected({ protocolVersion: 5 })
  const acknowledged: number[] = []
  const payloads = Array.from({ length: 40 }, (_, index) =>
    index % 3 === 0 ? 'wrong' : reportPayloadOf({}, noon + index),
  )
  await Promise.all(
    payloads.map((payload, index) =>
      publish(device, gateway, 'hc1', payload).then(
        () => acknowledged.push(index),
        () => acknowledged.push(index),
      ),
    ),
  )
  expect(acknowledged).toEqual(payloads.map((_, index) => index))
})

test('the sequence numbers of a gateway only increase, with any other writer', async () => {
  const { gateway, device } = await connected()
  await publish(device, gateway, 'status', reportPayloadOf({ gatewayStatus: 'ONLINE' }, noon))
  await publish(device, gateway, 'status', reportPayloadOf({ gatewayStatus: 'ONLINE' }, noon + 1))
  const { rows } = await pool.query<{ seq: string }>(
    `update gateway_status set status = 'OFFLINE', seq = nextval('change_seq') where gateway_id = $1 returning seq`,
    [gateway.id],
  )
  await publish(device, gateway, 'hc1', reportPayloadOf({}, noon + 2))
  const row = await statusOf(gateway)
  expect(row).toMatchObject({ status: 'ONLINE' })
  expect(Number(row?.seq)).toBeGreaterThan(Number(rows[0]?.seq))
})

test('a report with QoS 0 or 2 is also stored', async () => {
  const { gateway, device } = await connected()
  await publishAt(device, { gateway, qos: 0, ts: noon })
  await publishAt(device, { gateway, qos: 2, ts: noon + 1 })
  await vi.waitFor(async () => expect(await telemetryOf(gateway)).toHaveLength(2))
})

type ConnectOptions = Omit<NonNullable<Parameters<typeof connectTestDevice>[2]>, 'will'> & { will?: boolean }

async function connected(options: ConnectOptions = {}): Promise<{ gateway: TestGateway; device: TestDevice }> {
  const gateway = await register()
  return { gateway, device: await connect(gateway, options) }
}

async function register(): Promise<TestGateway> {
  serials += 1
  return registerTestGateway(pool, String(serials))
}

async function connect(gateway: TestGateway, { will = false, ...options }: ConnectOptions = {}): Promise<TestDevice> {
  const lastWill = will ? { will: willOf(gateway) } : {}
  const device = await connectTestDevice(ingest.port, gateway.serial, { ...options, ...lastWill })
  devices.push(device)
  return device
}

function willOf(gateway: TestGateway): { topic: string; payload: Buffer; qos: 1; retain: false } {
  return { topic: topicOf(gateway, 'connection'), payload: Buffer.from('offline'), qos: 1, retain: false }
}

async function publish(device: TestDevice, gateway: TestGateway, ...[unit, payload]: [string, string]): Promise<void> {
  await device.publishAsync(topicOf(gateway, unit), payload, { qos: 1 })
}

type At = { gateway: TestGateway; qos: 0 | 1 | 2; ts: number }

async function publishAt(device: TestDevice, { gateway, qos, ts }: At): Promise<void> {
  await device.publishAsync(topicOf(gateway, 'hc1'), reportPayloadOf({}, ts), { qos })
}

function notificationsOf({ id }: TestGateway): GatewayMessage[] {
  return busMessages.filter((message) => message.kind === 'gateway').filter(({ gatewayId }) => gatewayId === id)
}

function topicOf({ serial }: TestGateway, unit: string): string {
  return `gateways/${serial}/${unit}`
}

function unitsPublished(gateway: TestGateway): string[] {
  return notificationsOf(gateway).map(({ unit }) => unit)
}

async function telemetryOf({ id }: TestGateway): Promise<object[]> {
  const { rows } = await pool.query<object>(
    'select unit, ts, payload from telemetry where gateway_id = $1 order by seq',
    [id],
  )
  return rows
}

async function statusOf({ id }: TestGateway): Promise<{ seq: string } | undefined> {
  const { rows } = await pool.query<{ seq: string }>('select * from gateway_status where gateway_id = $1', [id])
  return rows[0]
}

const commitLock = 4711

/** Makes each commit that changes a status wait until `release` is called. */
async function holdCommits(): Promise<{ release: () => Promise<void> }> {
  const holder = await pool.connect()
  await holder.query(`select pg_advisory_lock(${commitLock})`)
  await holder.query(`
    create function hold_commit() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(${commitLock}); return null; end $$;
    create constraint trigger hold_commit after insert or update on gateway_status
      deferrable initially deferred for each row execute function hold_commit()`)
  const release = async (): Promise<void> => {
    await holder.query(`select pg_advisory_unlock(${commitLock})`)
    await holder.query('drop function hold_commit cascade')
    holder.release()
  }
  return { release }
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows[0]?.count ?? 0
}
