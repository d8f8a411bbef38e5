import { silentLog } from '#server/log.ts'
import { randomUUID } from 'node:crypto'
import { Registry } from 'prom-client'
import { afterAll, afterEach, expect, inject, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { runDatabaseStatement } from '#test/processes/database-cluster.ts'
import { createTestDatabase } from '#test/database.ts'
import { createEntryBatcher } from './entry-batcher.ts'
import type { ReportEntry } from './apply-entries.ts'
import { createIngestMetrics } from './metrics.ts'
import {
  connectTestDevice,
  readMetricValue,
  registerTestGateway,
  reportPayloadOf,
  silentBus,
  startTestIngest,
  type TestDevice,
} from '#test/live/test-ingest.ts'
import { createEntryStore } from './entry-store.ts'

const { pool, url, close } = await createTestDatabase()
pool.on('error', () => undefined)
const noon = Date.parse('2026-03-15T12:00:00Z')
const clock = { now: () => noon }
const ingest = await startTestIngest({ pool, clock })
const gateway = await registerTestGateway(pool, '300000001')
const devices: TestDevice[] = []

afterEach(async () => {
  for (const device of devices.splice(0)) device.end(true)
  await pool.query('truncate telemetry, telemetry_late_report')
})

afterAll(async () => {
  await ingest.close()
  await close()
})

test('while the database is down nothing is acknowledged, and once it is back the gateway sends again', async () => {
  const device = await connect({ reconnectPeriod: 50, reconnectOnConnackError: true })
  await allowConnections(false)
  let isAcknowledged = false
  const published = publish(device, noon).then(() => (isAcknowledged = true))
  await vi.waitFor(async () => expect(await readMetricValue(ingest.metrics.reports, 'postponed')).toBeGreaterThan(0), {
    timeout: 15_000,
  })
  await vi.waitFor(async () => expect(await readMetricValue(ingest.metrics.signIns, 'unavailable')).toBeGreaterThan(0))
  expect(isAcknowledged).toBe(false)
  await allowConnections(true)
  await published
  expect(await stored()).toEqual([noon])
})

test('a gateway that signs in while the database is down is asked to retry', async () => {
  await allowConnections(false)
  await expect(connect()).rejects.toMatchObject({ code: 3 })
  await allowConnections(true)
  await publish(await connect(), noon)
  expect(await stored()).toEqual([noon])
})

test('a database connection lost in the middle loses nothing', async () => {
  const device = await connect()
  const blocker = await pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table telemetry')
  const published = publish(device, noon)
  await vi.waitFor(async () => {
    const { rowCount } = await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rowCount).toBe(1)
  })
  await blocker.query('rollback')
  blocker.release()
  await published
  expect(device.connected).toBe(true)
  expect(await stored()).toEqual([noon])
})

test('commits that fail while the next batch is already running lose nothing', async () => {
  await pool.query(`
    create sequence failure;
    create function fail_at_times() returns trigger language plpgsql as $$ begin
      if nextval('failure') % 7 = 0 then raise exception 'at times' using errcode = '40001'; end if;
      return null;
    end $$;
    create constraint trigger fail_at_times after insert or update on gateway_status
      deferrable initially deferred for each row execute function fail_at_times()`)
  const connections = await Promise.all([connect(), connect(), connect(), connect()])
  const times = await publishMany(connections, 25)
  expect(await stored()).toEqual(times)
  await pool.query('drop function fail_at_times cascade; drop sequence failure')
})

test('two listeners with data of one gateway at the same time store all and agree on the newest', async () => {
  const other = await startTestIngest({ pool, clock })
  const elsewhere = await connectTestDevice(other.port, gateway.serial)
  const times = await publishMany([await connect(), elsewhere], 100)
  expect(await stored()).toEqual(times)
  const { rows } = await pool.query(`select newest -> 'hc1' as newest from gateway_status where gateway_id = $1`, [
    gateway.id,
  ])
  expect(rows).toEqual([{ newest: times.at(-1) }])
  elsewhere.end(true)
  await other.close()
})

test('a report for a day without a partition gets one', async () => {
  await pool.query('drop table telemetry_2026_03_14')
  const device = await connect()
  await publish(device, Date.parse('2026-03-14T00:00:00Z'))
  expect(await stored()).toEqual([Date.parse('2026-03-14T00:00:00Z')])
})

test('a late report, of a day that is packed, is stored once, however often it is sent', async () => {
  const device = await connect()
  const late = [noon - 40 * dayMs, noon - 700 * dayMs, noon - 40 * dayMs, noon + 240_000]
  await Promise.all(late.map(async (at) => publish(device, at)))
  await publish(device, noon - 700 * dayMs)
  await publish(await connect(), noon - 40 * dayMs)
  expect(await stored()).toEqual([noon + 240_000])
  expect(await stored('telemetry_late_report')).toEqual([noon - 700 * dayMs, noon - 40 * dayMs])
  const { rows } = await pool.query(
    `select count(*)::int from pg_inherits where inhparent = 'telemetry'::regclass and inhrelid::regclass::text < 'telemetry_2026_03_14'`,
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('a late report of a month that is not packed yet goes into its partition', async () => {
  const fresh = await startTestIngest({ pool, clock })
  await pool.query(`select ensure_telemetry_partitions('2026-01-01', '2026-01-31')`)
  const device = await connectTestDevice(fresh.port, gateway.serial)
  await publish(device, Date.parse('2026-01-10T00:00:00Z'))
  expect(await stored()).toEqual([Date.parse('2026-01-10T00:00:00Z')])
  device.end(true)
  await fresh.close()
})

test('one report that the database rejects never fails the others', async () => {
  const complaints: string[] = []
  const writer = createEntryBatcher({
    store: createEntryStore({ db: pool, clock, bus: silentBus }),
    log: { ...silentLog, error: (_, message) => void complaints.push(message) },
    metrics: createIngestMetrics(new Registry()),
  })
  const entries = Array.from({ length: 20 }, (_, index) => entryAt(noon + index))
  const reportEntries = entries.map((entry, index) => (index === 7 ? withZero(entry) : entry))
  const ofNobody = { ...entryAt(noon + 50), gatewayId: randomUUID() }
  const outcomes = await Promise.all([...reportEntries, ofNobody].map((entry) => writer.add(entry)))
  expect(outcomes.map((outcome) => outcome === 'stored')).toEqual([...entries.map((_, index) => index !== 7), false])
  expect(await stored()).toHaveLength(19)
  expect(complaints).toEqual(Array(2).fill('A report cannot be stored and is dropped'))
})

async function connect(options: Parameters<typeof connectTestDevice>[2] = {}): Promise<TestDevice> {
  const device = await connectTestDevice(ingest.port, gateway.serial, options)
  device.on('error', () => undefined)
  devices.push(device)
  return device
}

async function publish(device: TestDevice, ts: number): Promise<void> {
  await device.publishAsync(`gateways/${gateway.serial}/hc1`, reportPayloadOf({}, ts), { qos: 1 })
}

/**
 * Publishes `each` reports over each connection: one by one on a connection, and on all connections in parallel.
 * Returns the times of all reports.
 */
async function publishMany(connections: readonly TestDevice[], each: number): Promise<number[]> {
  const times = connections.map((_, index) =>
    Array.from({ length: each }, (_none, n) => noon + n * connections.length + index),
  )
  await Promise.all(
    connections.map(async (device, index) => {
      for (const ts of times[index] ?? []) await publish(device, ts)
    }),
  )
  return times.flat().toSorted((one, other) => one - other)
}

async function stored(table = 'telemetry'): Promise<number[]> {
  const { rows } = await pool.query<{ ts: Date }>(`select ts from ${table} order by ts`)
  return rows.map(({ ts }) => ts.getTime())
}

async function allowConnections(allowed: boolean): Promise<void> {
  const { adminUrl } = inject('testCluster')
  const name = new URL(url).pathname.slice(1)
  await runDatabaseStatement(adminUrl, `alter database ${name} with allow_connections ${allowed}`)
  if (!allowed)
    await runDatabaseStatement(
      adminUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    )
}

function entryAt(at: number): ReportEntry {
  const report = { ts: new Date(at).toISOString(), at, values: {} }
  return { kind: 'report', gatewayId: gateway.id, clientId: 'a', unit: 'hc1', report, receivedAt: noon }
}

function withZero(entry: ReportEntry): ReportEntry {
  return { ...entry, report: { ...entry.report, values: { text: '\0' } } }
}
