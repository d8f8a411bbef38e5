import { afterAll, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { createTestDatabase } from '#test/database.ts'
import { writeTestPackage, parseCsvRecords, readTestPackage } from '#test/exports/test-package.ts'
import { packAndMergeTelemetry } from '#server/telemetry/packing/pack-days-that-ended.ts'
import { readAllReports } from '#test/telemetry/test-reports.ts'
import {
  type TestDevice,
  connectTestDevice,
  readMetricValue,
  registerTestGateway,
  startTestIngest,
  type TestGateway,
} from '#test/live/test-ingest.ts'

// Reports that arrive over MQTT are packed, and can then be read and exported. Specification 14.5, 21.4.

const { pool, close } = await createTestDatabase()
const evening = Date.parse('2026-03-15T23:58:00Z')
const clock = { time: evening, now: () => clock.time }
const ingest = await startTestIngest({ pool, clock })
const devices: TestDevice[] = []
let serials = 300_000_000

afterAll(async () => {
  for (const device of devices) device.end(true)
  await ingest.close()
  await close()
})

type Sender = { gateway: TestGateway; send(ts: string, values: string): Promise<void> }

async function newSender(): Promise<Sender> {
  clock.time = evening
  await pool.query(`select ensure_telemetry_days('2026-03-14', '2026-03-17')`)
  const gateway = await registerTestGateway(pool, String((serials += 1)))
  const device = await connectTestDevice(ingest.port, gateway.serial, { protocolVersion: 5 })
  devices.push(device)
  const send = async (ts: string, values: string): Promise<void> => {
    await device.publishAsync(`gateways/${gateway.serial}/hc1`, `{"ts":"${ts}","values":${values}}`, { qos: 1 })
  }
  return { gateway, send }
}

async function packAt(time: number): Promise<void> {
  clock.time = time
  await packAndMergeTelemetry({
    pool,
    clock,
    onDamaged: ({ error }) => {
      throw error
    },
  })
}

test.each([
  ['from 23 months ago', '2024-04-15T23:58:00Z'],
  ['of the oldest month kept', '2024-03-01T00:00:00Z'],
  ['from 4 minutes ahead, of the next day', '2026-03-16T00:02:00Z'],
  ['24 hours ahead', '2026-03-16T23:58:00Z'],
])('a report %s is accepted, packed, merged and read back', async (_, ts) => {
  const { gateway, send } = await newSender()
  await send('2026-03-15T23:57:00Z', '{"roomTemperature":19.5}')
  await send(ts, '{"roomTemperature":20.5}')
  const allReports = await readAllReports(pool, gateway.id)
  expect(allReports.map(({ micros, values }) => [micros / 1000, values])).toEqual(
    [
      [Date.parse('2026-03-15T23:57:00Z'), { roomTemperature: 19.5 }],
      [Date.parse(ts), { roomTemperature: 20.5 }],
    ].toSorted(([one], [other]) => Number(one) - Number(other)),
  )
  for (const time of [evening + 3 * dayMs, evening + 100 * dayMs]) {
    await packAt(time)
    expect(await readAllReports(pool, gateway.id)).toEqual(allReports)
  }
  expect(await unpackedCountOf(gateway)).toBe(0)
})

test.each([
  ['more than 24 hours ahead', '2026-03-16T23:58:00.001Z'],
  ['older than what is kept', '2024-02-29T23:59:59.999Z'],
])('a report %s is refused, counted and not stored', async (_, ts) => {
  const { gateway, send } = await newSender()
  const before = await readMetricValue(ingest.metrics.reports, 'malformed')
  await expect(send(ts, '{"roomTemperature":20.5}')).rejects.toMatchObject({ code: 0x99 })
  expect(await readMetricValue(ingest.metrics.reports, 'malformed')).toBe(before + 1)
  expect(await readAllReports(pool, gateway.id)).toEqual([])
})

test('values outside the dictionary, nested, long and of any precision are packed and exported as they came', async () => {
  const { gateway, send } = await newSender()
  const texts = [
    '{"unknown":"word","deep":{"a":[1,{"b":null,"c":[true,"ü\\n\\""]}]},"":"empty"}',
    '{"roomTemperature":20.123456789012344,"large":12345678901234567,"sum":0.30000000000000004}',
    '{"roomTemperature":-0,"huge":1e300,"tiny":5e-324,"negative":-1e300}',
    `{"long":"${'x'.repeat(16 * 1024 - '{"ts":"2026-03-15T20:00:00Z","values":{"long":""}}'.length)}"}`,
    '{"__proto__":{"a":1},"constructor":2}',
  ]
  for (const [hour, values] of texts.entries()) await send(`2026-03-15T${20 - hour}:00:00Z`, values)
  await expect(send('2026-03-15T10:00:00Z', `{"long":"${'x'.repeat(16 * 1024)}"}`)).rejects.toMatchObject({
    code: 0x99,
  })
  const allReports = await readAllReports(pool, gateway.id)
  expect(allReports.map(({ values }) => JSON.stringify(sorted(values)))).toEqual(
    texts.toReversed().map((text) => JSON.stringify(sorted(JSON.parse(text)))),
  )
  const exported = await exportOf(gateway)
  const readings = exported.records.filter((record) => record['datapoint_id'] === 'hc1.roomTemperature')
  expect(readings.map(({ value }) => value)).toEqual(['0', '20.123456789012344'])
  for (const time of [evening + 3 * dayMs, evening + 100 * dayMs]) {
    await packAt(time)
    expect(await readAllReports(pool, gateway.id)).toEqual(allReports)
    expect((await exportOf(gateway)).bytes.equals(exported.bytes)).toBe(true)
  }
})

async function unpackedCountOf({ id }: TestGateway): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select (select count(*) from telemetry where gateway_id = $1)::int
       + (select count(*) from telemetry_late_report where gateway_id = $1)::int as count`,
    [id],
  )
  return rows[0]?.count ?? Number.NaN
}

async function exportOf({ id, serial }: TestGateway) {
  const ownerSince = new Date('2026-03-01T00:00:00Z')
  const { rows } = await pool.query<{ id: string }>(
    `with p as (
       insert into person (issuer, subject) values ('issuer', $1)
       on conflict (issuer, subject) do update set subject = excluded.subject returning id
     ), c as (
       insert into connection (person_id, gateway_id, added_at, owner_since) select id, $2, $3, $3 from p
       on conflict do nothing
     ) select id from p`,
    [serial, id, ownerSince],
  )
  const { bytes } = await writeTestPackage(pool, {
    gatewayId: id,
    personId: rows[0]?.id ?? '',
    ownerSince,
    fromDay: '2026-03-14',
    toDay: '2026-03-16',
    source: 'HEATLYTICS',
    language: 'en',
    requestedAt: new Date('2026-03-17T10:00:00Z'),
  })
  return { bytes, records: parseCsvRecords(await readTestPackage(bytes), 'telemetry.csv') }
}

/** Converts objects to entries sorted by key, because jsonb changes the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return entries.map(([key, member]) => [key, sorted(member)])
}
