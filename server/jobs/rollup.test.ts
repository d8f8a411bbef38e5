import * as fc from 'fast-check'
import { afterAll, afterEach, expect, test } from 'vitest'
import { historyDatapoints } from '#contract/datapoints.ts'
import { testDatabase } from '#server/database/testing.ts'
import { keepTelemetry } from './retention.ts'
import { rollUpTelemetry } from './rollup.ts'

const { pool, close } = await testDatabase({ max: 4 })
const noon = Date.parse('2026-03-15T12:00:00Z')
const hourMs = 3_600_000
const time = { ms: noon }
const clock = { now: () => time.ms }

await pool.query(`select ensure_telemetry_partitions('2024-03-01', '2026-04-01')`)

afterEach(async () => {
  time.ms = noon
  await pool.query('truncate telemetry, telemetry_hour, telemetry_rollup, telemetry_late')
  await pool.query('delete from gateway')
})
afterAll(close)

let serial = 0

async function gateway(seenAt = noon): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `with made as (
       insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
       values ('rollup' || $1::int, 'rrc1', 'HP', 'cedar', decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'))
       returning id)
     insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq)
     select id, 'ONLINE', 'ONLINE', $2, $2, 0 from made returning gateway_id as id`,
    [(serial += 1), new Date(seenAt)],
  )
  return rows[0]?.id ?? ''
}

test('gateways that have measured nothing yet keep no other waiting, however many they are', async () => {
  await pool.query(
    `with made as (
       insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
       select 'silent' || n, 'rrc1', 'HP', 'cedar', decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex')
       from generate_series(1, 5000) n returning id)
     insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq)
     select id, 'ONLINE', 'ONLINE', $1, $1, 0 from made`,
    [new Date(noon)],
  )
  const gatewayId = await gateway()
  await report([{ gatewayId, unit: 'hc1', at: noon - 3 * hourMs, values: { roomTemperature: 20 } }])
  await rollUpTelemetry({ pool, clock })
  expect(await hours()).toMatchObject([{ gateway_id: gatewayId, count: 1 }])
})

test('who has measured nothing yet is looked at again only when something was heard, and what comes then is made', async () => {
  const gatewayId = await gateway(noon - 2 * hourMs)
  await rollUpTelemetry({ pool, clock })
  const noted = await pool.query('select gateway_id from telemetry_rollup')
  expect(noted.rows).toEqual([{ gateway_id: gatewayId }])
  expect(await rollUpTelemetry({ pool, clock })).toBe(0)
  time.ms += 3 * hourMs
  await report([{ gatewayId, unit: 'hc1', at: noon, values: { roomTemperature: 20 } }])
  await pool.query('update gateway_status set last_seen_at = $1', [new Date(noon)])
  await rollUpTelemetry({ pool, clock })
  expect(await hours()).toMatchObject([{ gateway_id: gatewayId, count: 1 }])
})

type Report = { gatewayId: string; unit: string; at: number; receivedAt?: number; values: object }

async function report(reports: readonly Report[]): Promise<void> {
  await pool.query(
    `insert into telemetry (gateway_id, unit, ts, received_at, seq, payload)
     select gateway_id, unit, ts, received_at, 0, payload
     from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::jsonb[])
       as report (gateway_id, unit, ts, received_at, payload)
     on conflict do nothing`,
    [
      reports.map(({ gatewayId }) => gatewayId),
      reports.map(({ unit }) => unit),
      reports.map(({ at }) => new Date(at)),
      reports.map(({ at, receivedAt = at }) => new Date(receivedAt)),
      reports.map(({ values }) => JSON.stringify(values)),
    ],
  )
}

async function hours(): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select gateway_id, datapoint, hour, least, most, last, round(sum::numeric, 6)::float8 as sum, count from telemetry_hour
     order by 1, 2, 3`,
  )
  return rows
}

/** The same as the reports themselves say it, of the hours that are over. */
async function hoursOfReports(until: number): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select t.gateway_id, d.id as datapoint, date_trunc('hour', t.ts, 'UTC') as hour,
       min((payload ->> d.key)::float8) as least, max((payload ->> d.key)::float8) as most,
       (array_agg((payload ->> d.key)::float8 order by t.ts desc))[1] as last,
       round(sum((payload ->> d.key)::float8)::numeric, 6)::float8 as sum, count(*)::int as count
     from telemetry t
     join unnest($1::text[], $2::text[], $3::text[]) as d (id, unit, key) on d.unit = t.unit and payload ? d.key
     where t.ts < $4 group by 1, 2, 3 order by 1, 2, 3`,
    [
      historyDatapoints.map(({ id }) => id),
      historyDatapoints.map(({ unit }) => unit),
      historyDatapoints.map(({ key }) => key),
      new Date(until),
    ],
  )
  return rows
}

test('an hour is made three quarters of an hour after its end, out of its reports alone', async () => {
  const gatewayId = await gateway()
  const at = noon - 2 * hourMs
  await report([
    { gatewayId, unit: 'hc1', at: at + 1, values: { roomTemperature: 20.5 } },
    { gatewayId, unit: 'hc1', at: at + 2, values: { roomTemperature: 'warm' } },
    { gatewayId, unit: 'hc1', at: at + 3, values: { roomTemperature: 19 } },
    { gatewayId, unit: 'hc1', at: at + hourMs, values: { roomTemperature: 30 } },
  ])
  time.ms = at + hourMs + 44 * 60_000
  await rollUpTelemetry({ pool, clock })
  expect(await hours()).toEqual([])
  time.ms = at + hourMs + 45 * 60_000
  await rollUpTelemetry({ pool, clock })
  const hour = { gateway_id: gatewayId, datapoint: 'hc1.roomTemperature', hour: new Date(at) }
  expect(await hours()).toEqual([{ ...hour, least: 19, most: 20.5, last: 19, sum: 39.5, count: 2 }])
})

test('whenever reports come and jobs run, in the end the hours say what the reports say', async () => {
  const step = fc.record({
    minute: fc.integer({ min: 0, max: 600 }),
    late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 })),
    unit: fc.constantFrom('heatCurve', 'hc1', 'dhw1'),
    value: fc.integer({ min: -50, max: 200 }),
    runs: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      await pool.query('truncate telemetry, telemetry_hour, telemetry_rollup, telemetry_late')
      const gateways = [await gateway(), await gateway()]
      const arrivals = steps
        .map((each, index) => ({ ...each, index, arrives: each.minute + each.late }))
        .toSorted((one, other) => one.arrives - other.arrives)
      for (const { minute, arrives, unit, value, runs, index } of arrivals) {
        const at = noon + minute * 60_000
        time.ms = noon + arrives * 60_000
        const values = { flowTemperature: value, roomTemperature: value, temperature: value }
        await report([{ gatewayId: gateways[index % 2] ?? '', unit, at, receivedAt: time.ms, values }])
        await pool.query('update gateway_status set last_seen_at = $1', [new Date(time.ms)])
        if (runs) await rollUpTelemetry({ pool, clock })
      }
      time.ms += 2 * hourMs
      await pool.query('update gateway_status set last_seen_at = $1', [new Date(time.ms)])
      await rollUpTelemetry({ pool, clock })
      const made = Math.floor((time.ms - 45 * 60_000) / hourMs) * hourMs
      expect(await hours()).toEqual(await hoursOfReports(made))
      const { rows } = await pool.query('select from telemetry_late')
      expect(rows).toEqual([])
    }),
    { numRuns: 15 },
  )
}, 60_000)

test('a past of years is made in pieces, and a second run finds nothing to do', async () => {
  const gatewayId = await gateway()
  const at = noon - 500 * 24 * hourMs
  await report([
    { gatewayId, unit: 'hc1', at, values: { roomTemperature: 20 } },
    { gatewayId, unit: 'hc1', at: noon - 5 * hourMs, values: { roomTemperature: 21 } },
  ])
  expect(await rollUpTelemetry({ pool, clock })).toBeGreaterThan(10)
  expect(await hours()).toHaveLength(2)
  expect(await rollUpTelemetry({ pool, clock })).toBe(0)
})

test('a process that ends leaves the rest of a long past to others', async () => {
  const gatewayId = await gateway()
  await report([
    { gatewayId, unit: 'hc1', at: noon - 500 * 24 * hourMs, values: { roomTemperature: 20 } },
    { gatewayId, unit: 'hc1', at: noon - 5 * hourMs, values: { roomTemperature: 21 } },
  ])
  const stopping = new AbortController()
  stopping.abort()
  expect(await rollUpTelemetry({ pool, clock, stopping: stopping.signal })).toBe(0)
  expect(await hours()).toEqual([])
  await rollUpTelemetry({ pool, clock })
  expect(await hours()).toHaveLength(2)
})

test('hours go with the month of their reports', async () => {
  const gatewayId = await gateway()
  await report([{ gatewayId, unit: 'hc1', at: Date.parse('2024-03-10T00:00:00Z'), values: { roomTemperature: 20 } }])
  await rollUpTelemetry({ pool, clock })
  expect(await hours()).toHaveLength(1)
  await keepTelemetry({ pool, clock: { now: () => Date.parse('2026-04-15T12:00:00Z') } })
  expect(await hours()).toEqual([])
  const { rows } = await pool.query(
    `select from pg_class where relname in ('telemetry_2024_03', 'telemetry_hour_2024_03')`,
  )
  expect(rows).toEqual([])
})
