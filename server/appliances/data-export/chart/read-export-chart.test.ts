import { afterAll, afterEach, expect, test } from 'vitest'
import type { ExportChart } from '#contract/data-export.ts'
import { dayMs, minuteMs } from '#contract/durations.ts'
import { packAndMergeTelemetry } from '#server/telemetry/packing/pack-days-that-ended.ts'
import { createExportFixture } from '#test/exports/export-fixture.ts'
import { type UnitReport, insertUnitReports } from '#test/telemetry/test-reports.ts'

const fixture = await createExportFixture()
const { database, send, applianceOf, time } = fixture
const { pool } = database
const start = time.ms

await pool.query(
  `select ensure_telemetry_days('2026-03-01', '2026-03-31'), ensure_telemetry_partitions('2024-01-01', '2026-02-01')`,
)

afterEach(() => {
  time.ms = start
})
afterAll(fixture.close)

/** Creates an appliance that olga owns since `since`. */
async function ownedSince(since: string): Promise<string> {
  const id = await applianceOf(['olga'])
  await pool.query('update connection set owner_since = $2 where gateway_id = $1', [id, since])
  return id
}

async function chartOf(id: string, query = ''): Promise<ExportChart> {
  const answer = await send({ as: 'olga', url: `/api/2/eu-data-act/${id}/chart${query}` })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ExportChart>()
}

/** Returns the value of a column in the step that contains the time `moment`. */
function at<Value>(chart: ExportChart, column: readonly Value[], moment: string): Value | undefined {
  const seconds = Date.parse(moment) / 1000
  return column[chart.at.findLastIndex((begin) => begin <= seconds)]
}

test('a chart has the mean temperatures of equal steps, and null without reports', async () => {
  const id = await ownedSince('2026-01-01T00:00:00Z')
  await insertUnitReports(pool, id, [
    ['heatCurve', '2026-03-10T06:00:10Z', { flowTemperature: 40 }],
    ['heatCurve', '2026-03-10T06:01:10Z', { flowTemperature: 41.5 }],
    ['hc1', '2026-03-10T06:00:10Z', { roomTemperature: 20.04, operationMode: 'comfort' }],
    ['dhw1', '2026-03-10T18:00:10Z', { temperature: 52 }],
    ['status', '2026-03-10T18:00:10Z', { temperature: 99 }],
  ])
  const chart = await chartOf(id, '?from=2026-03-10&to=2026-03-10')
  expect(chart).toMatchObject({ from: '2026-03-10', to: '2026-03-10', stepSeconds: 180 })
  expect(chart.at).toHaveLength(480)
  expect(chart.at[0]).toBe(Date.parse('2026-03-10T00:00:00Z') / 1000)
  expect(at(chart, chart.flowTemperature, '2026-03-10T06:00:00Z')).toBe(40.8)
  expect(at(chart, chart.roomTemperature, '2026-03-10T06:00:00Z')).toBe(20)
  expect(at(chart, chart.hotWaterTemperature, '2026-03-10T18:00:00Z')).toBe(52)
  for (const column of [chart.flowTemperature, chart.roomTemperature, chart.hotWaterTemperature])
    expect(column.filter((value) => value !== null)).toHaveLength(1)
})

test('the status of a step is the one at its start', async () => {
  const id = await ownedSince('2026-01-01T00:00:00Z')
  await pool.query(
    `insert into status_change (gateway_id, at, status)
     values ($1, '2026-03-10T06:00:00Z', 'WORKING'), ($1, '2026-03-10T12:01:00Z', 'ERROR')`,
    [id],
  )
  const chart = await chartOf(id, '?from=2026-03-10&to=2026-03-10')
  const statusAt = (moment: string) => at(chart, chart.status, moment)
  expect(statusAt('2026-03-10T05:59:00Z')).toBeNull()
  expect(statusAt('2026-03-10T06:00:00Z')).toBe('WORKING')
  expect(statusAt('2026-03-10T12:00:00Z')).toBe('WORKING')
  expect(statusAt('2026-03-10T12:03:00Z')).toBe('ERROR')
  expect((await chartOf(id, '?from=2026-03-11&to=2026-03-11')).status[0]).toBe('ERROR')
})

test("a chart has nothing from before the owner's time, and nothing of the future", async () => {
  const id = await ownedSince('2026-03-10T12:00:30Z')
  await insertUnitReports(pool, id, [
    ['heatCurve', '2026-03-10T12:00:29Z', { flowTemperature: 90 }],
    ['heatCurve', '2026-03-10T12:00:30Z', { flowTemperature: 30 }],
  ])
  const chart = await chartOf(id, '?from=2026-03-01')
  expect(chart.at[0]).toBe(Date.parse('2026-03-10T12:00:30Z') / 1000)
  expect(chart.at.at(-1)).toBeLessThan(start / 1000)
  expect(chart.flowTemperature.filter((value) => value !== null)).toEqual([30])
  expect((await chartOf(id, '?from=2026-03-01&to=2026-03-09')).at).toEqual([])
})

test('for any range, a chart has at most 500 points', async () => {
  const id = await ownedSince('2020-01-01T00:00:00Z')
  const day = (days: number): string => new Date(start - days * dayMs).toISOString().slice(0, 10)
  for (const days of [0, 1, 6, 30, 400, 2000]) {
    const { at: begins, status, flowTemperature } = await chartOf(id, `?from=${day(days)}`)
    expect(begins.length).toBeGreaterThan(200)
    expect(begins.length).toBeLessThanOrEqual(500)
    expect([status.length, flowTemperature.length]).toEqual([begins.length, begins.length])
  }
})

test('a chart without a range has all stored data', async () => {
  const id = await ownedSince('2026-02-01T10:00:00Z')
  expect(await chartOf(id)).toMatchObject({ from: '2026-02-01', to: '2026-03-15' })
})

test('values outside of the range of sensors are omitted', async () => {
  const id = await ownedSince('2026-01-01T00:00:00Z')
  const values = [21, 'warm', null, { deep: 1 }, [20], true, -273.16, 85_000]
  await insertUnitReports(pool, id, [
    ...values.map((roomTemperature, second): UnitReport => {
      return ['hc1', Date.parse('2026-03-10T06:00:00Z') + second * 1000, { roomTemperature }]
    }),
    ['hc1', '2026-03-10T06:01:00Z', {}],
  ])
  await pool.query(
    `insert into telemetry values ($1, 'hc1', '2026-03-10T06:00:30Z', now(), 0, '{"roomTemperature": 1e400}')`,
    [id],
  )
  const chart = await chartOf(id, '?from=2026-03-10&to=2026-03-10')
  expect(chart.roomTemperature.filter((value) => value !== null)).toEqual([21])
})

test.each([
  ['?from=2026-02-30', 400],
  ['?from=2026-03-02&to=2026-03-01', 400],
  ['?from=2026-03-02&from=2026-03-01', 400],
  ['?to=2026-03-16', 422],
])('%s is refused with %i', async (query, status) => {
  const id = await ownedSince('2026-01-01T00:00:00Z')
  const answer = await send({ as: 'olga', url: `/api/2/eu-data-act/${id}/chart${query}` })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ code: 'invalid-request' })
})

test('chart requests are limited: some requests of one person wait, the rest are refused for now', async () => {
  const id = await ownedSince('2026-01-01T00:00:00Z')
  const url = `/api/2/eu-data-act/${id}/chart`
  const answers = await Promise.all(Array.from({ length: 60 }, async () => send({ as: 'olga', url })))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(5)
})

test('a chart that takes too long is aborted', async () => {
  const id = await ownedSince('2026-01-01T00:00:00Z')
  const other = await pool.connect()
  await other.query('begin')
  await other.query('set local idle_in_transaction_session_timeout = 0')
  await other.query('lock table telemetry_2026_03_12 in access exclusive mode')
  const answer = await send({ as: 'olga', url: `/api/2/eu-data-act/${id}/chart?from=2026-03-10` })
  await other.query('rollback')
  other.release()
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'unavailable' })
})

test('a chart reads only the months of its range, and waits for no lock of another', async () => {
  const id = await ownedSince('2024-04-01T00:00:00Z')
  const retention = await pool.connect()
  await retention.query('begin')
  await retention.query('lock table telemetry_2025_05 in access exclusive mode')
  expect((await chartOf(id, '?from=2026-03-01')).from).toBe('2026-03-01')
  await retention.query('rollback')
  retention.release()
})

test('a long chart has the same values from packed days and from reports', async () => {
  const id = await ownedSince('2026-02-01T10:20:00Z')
  const values = Array.from({ length: 2_000 }, (_, index): UnitReport => {
    const ts = Date.parse('2026-02-01T10:10:00Z') + index * 20 * minuteMs
    return ['hc1', ts, { roomTemperature: 15 + ((index * 7) % 40) / 4 }]
  })
  await insertUnitReports(pool, id, [...values, ['dhw1', '2026-02-20T07:30:00Z', { temperature: 50 }]])
  const before = await chartOf(id)
  expect(before.stepSeconds % 3_600).toBe(0)
  for (const now of ['2026-03-02T12:00:00Z', '2026-03-15T12:00:00Z']) {
    await packAndMergeTelemetry({ pool, clock: { now: () => Date.parse(now) }, onDamaged: () => {} })
    expect(await chartOf(id)).toEqual(before)
  }
  const { rows } = await pool.query<{ days: number }>(
    `select (select count(*) from telemetry_day where gateway_id = $1)::int
       + (select coalesce(sum(days), 0) from telemetry_month where gateway_id = $1)::int as days`,
    [id],
  )
  expect(rows[0]?.days).toBeGreaterThan(20)
})
