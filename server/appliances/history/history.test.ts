import { afterAll, afterEach, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import type { GatewayStatus } from '#contract/appliance.ts'
import type { History } from '#contract/history.ts'
import { createPersonLimit } from '#server/http/rate-limit.ts'
import { createTestApi } from '#test/test-api.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { createTestDatabase } from '#test/database.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { silentLog } from '#server/log.ts'
import { packAndMergeTelemetry } from '#server/telemetry/packing/pack-days-that-ended.ts'
import { createClaimThrottle } from '../claim/claim-throttle.ts'
import { addApplianceRoutes } from '../routes.ts'
import { claimBodyOf, registerTestGateways, registryKey, createTestApplianceStore } from '#test/appliances.ts'
import { storeGatewayCondition } from '#test/gateway-condition.ts'
import { addHistoryRoutes, historyRateLimit } from './routes.ts'
import { type UnitReport, insertUnitReports } from '#test/telemetry/test-reports.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'

const database = await createTestDatabase({ max: 10 })
const { pool } = database
const start = Date.parse('2026-03-15T10:00:00Z')
const time = { ms: start }
const clock = { now: () => time.ms }
const persons = createPersonDirectory(database)
const bus = createPostgresBus({ url: database.url, log: silentLog })
let limit = createPersonLimit(pool, historyRateLimit)
const api = await createTestApi((add) => {
  addApplianceRoutes(add, {
    database,
    persons,
    bus,
    clock,
    registryKey,
    appliances: createTestApplianceStore({ db: pool, clock }),
    recordReceipt: createTestReceiptRecorder().record,
    throttle: createClaimThrottle(pool, silentLog),
    recordDailyAct: () => {},
  })
  addHistoryRoutes(add, {
    database,
    persons,
    clock,
    onDamaged: () => {},
    recordDailyAct: () => {},
    limitReads: async (person) => limit(person),
  })
})
let serial = 600_000_000

await pool.query(
  `select ensure_telemetry_days('2026-03-01', '2026-03-31'), ensure_telemetry_partitions('2024-01-01', '2026-02-01')`,
)

afterEach(() => {
  time.ms = start
})
afterAll(async () => {
  await api.app.close()
  await bus.close()
  await database.close()
})

/** Creates an appliance of which Olga is the owner and Victor a viewer, both since `since`. */
async function applianceSince(since: string): Promise<string> {
  const added = String(serial++)
  await registerTestGateways(database, [added])
  let id = ''
  for (const as of ['olga', 'victor']) {
    const answer = await api.send({ as, method: 'POST', url: '/api/2/connections', body: claimBodyOf(added) })
    id = answer.json<{ id: string }>().id
  }
  await pool.query(
    `update connection set added_at = $2, owner_since = case when owner_since is not null then $2::timestamptz end
     where gateway_id = $1`,
    [id, since],
  )
  return id
}

async function statuses(id: string, changes: readonly (readonly [at: string, status: string])[]): Promise<void> {
  await pool.query(
    `insert into status_change (gateway_id, at, status)
     select $1, at, status from unnest($2::timestamptz[], $3::text[]) as change (at, status)`,
    [id, changes.map(([at]) => at), changes.map(([, status]) => status)],
  )
}

type FaultChange = readonly [at: string, code: string | null, severity: string | null]

async function faults(id: string, changes: readonly FaultChange[]): Promise<void> {
  await pool.query(
    `insert into fault_change (gateway_id, at, code, severity)
     select $1, at, code, severity from unnest($2::timestamptz[], $3::text[], $4::text[]) as change (at, code, severity)`,
    [id, changes.map(([at]) => at), changes.map(([, code]) => code), changes.map(([, , severity]) => severity)],
  )
}

async function send(id: string, query: string, as = 'olga') {
  return api.send({ as, url: `/api/2/connections/${id}/history${query}` })
}

async function historyOf(id: string, query = '', as = 'olga'): Promise<History> {
  const answer = await send(id, query, as)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<History>()
}

function pointsOf({ series }: History, datapoint: string) {
  return series.find((line) => line.datapoint === datapoint)?.points
}

const seconds = (moment: string): number => Date.parse(moment) / 1000

test('a history is of the last 24 hours unless another range is asked for', async () => {
  const id = await applianceSince('2026-01-01T00:00:00Z')
  await insertUnitReports(pool, id, [
    ['hc1', '2026-03-14T09:59:59Z', { roomTemperature: 18 }],
    ['hc1', '2026-03-14T10:00:00Z', { roomTemperature: 19 }],
    ['hc1', '2026-03-15T09:59:59Z', { roomTemperature: 21 }],
  ])
  const history = await historyOf(id)
  expect(history).toMatchObject({
    from: '2026-03-14T10:00:00.000Z',
    to: '2026-03-15T10:00:00.000Z',
    stepSeconds: 180,
  })
  expect(pointsOf(history, 'hc1.roomTemperature')?.map(([, , , last]) => last)).toEqual([19, 21])
})

test('a step has the least, the greatest and the last value, and steps without one are left out', async () => {
  const id = await applianceSince('2026-01-01T00:00:00Z')
  await insertUnitReports(pool, id, [
    ['heatCurve', '2026-03-15T06:00:10Z', { flowTemperature: 40.5, outdoorTemperature: -3, burnerModulation: 0 }],
    ['heatCurve', '2026-03-15T06:01:10Z', { flowTemperature: 52, outdoorTemperature: -4, burnerModulation: 80 }],
    ['heatCurve', '2026-03-15T06:02:10Z', { flowTemperature: 44, outdoorTemperature: -3.5, burnerModulation: 30 }],
    ['hc1', '2026-03-15T06:00:00Z', { roomSetpoint: 21 }],
    ['dhw1', '2026-03-15T07:00:00Z', { temperature: 50 }],
    ['status', '2026-03-15T06:00:00Z', { temperature: 99 }],
  ])
  const history = await historyOf(id, '?from=2026-03-14T10:00:00Z')
  expect(history.series.map(({ datapoint, unit, points }) => ({ datapoint, unit, points }))).toEqual([
    {
      datapoint: 'heatCurve.outdoorTemperature',
      unit: 'Cel',
      points: [[seconds('2026-03-15T06:00:00Z'), -4, -3, -3.5]],
    },
    {
      datapoint: 'heatCurve.flowTemperature',
      unit: 'Cel',
      points: [[seconds('2026-03-15T06:00:00Z'), 40.5, 52, 44]],
    },
    { datapoint: 'heatCurve.burnerModulation', unit: '%', points: [[seconds('2026-03-15T06:00:00Z'), 0, 80, 30]] },
    { datapoint: 'heatCurve.compressorModulation', unit: '%', points: [] },
    { datapoint: 'hc1.roomTemperature', unit: 'Cel', points: [] },
    { datapoint: 'hc1.roomSetpoint', unit: 'Cel', points: [[seconds('2026-03-15T06:00:00Z'), 21, 21, 21]] },
    { datapoint: 'dhw1.temperature', unit: 'Cel', points: [[seconds('2026-03-15T07:00:00Z'), 50, 50, 50]] },
  ])
})

test('values that nothing of a heating system measures are left out', async () => {
  const id = await applianceSince('2026-01-01T00:00:00Z')
  const values = [21, 'warm', null, { deep: 1 }, [20], true, -273.16, 85_000]
  await insertUnitReports(
    pool,
    id,
    values.map((roomTemperature, second): UnitReport => {
      return ['hc1', Date.parse('2026-03-15T06:00:00Z') + second * 1000, { roomTemperature }]
    }),
  )
  expect(pointsOf(await historyOf(id), 'hc1.roomTemperature')).toEqual([[seconds('2026-03-15T06:00:00Z'), 21, 21, 21]])
})

test('a status counts from the beginning of the range where it lasted into it, and to its end', async () => {
  const id = await applianceSince('2026-01-01T00:00:00Z')
  await statuses(id, [
    ['2026-03-01T00:00:00Z', 'ONLINE'],
    ['2026-03-14T00:00:00Z', 'WORKING'],
    ['2026-03-15T08:00:00Z', 'ERROR'],
    ['2026-03-15T09:00:00Z', 'WORKING'],
    ['2026-03-15T09:30:00Z', 'ONLINE'],
  ])
  const { statuses: actual, worked } = await historyOf(id, '?from=2026-03-15T07:00:00Z')
  expect(actual).toEqual([
    { status: 'WORKING', from: '2026-03-15T07:00:00.000Z', to: '2026-03-15T08:00:00.000Z' },
    { status: 'ERROR', from: '2026-03-15T08:00:00.000Z', to: '2026-03-15T09:00:00.000Z' },
    { status: 'WORKING', from: '2026-03-15T09:00:00.000Z', to: '2026-03-15T09:30:00.000Z' },
    { status: 'ONLINE', from: '2026-03-15T09:30:00.000Z', to: '2026-03-15T10:00:00.000Z' },
  ])
  expect(worked).toEqual({ seconds: 5_400, starts: 1 })
})

test('where a status changes too often to be drawn, each step has the one that lasted longest', async () => {
  const id = await applianceSince('2026-01-01T00:00:00Z')
  const begin = Date.parse('2026-03-15T00:00:00Z')
  const at = (minute: number) => new Date(begin + minute * minuteMs).toISOString()
  await statuses(
    id,
    Array.from({ length: 60 }, (_, index) => index * 10).flatMap((minute) => [
      [at(minute), 'WORKING'] as const,
      [at(minute + (minute < 300 ? 6 : 3)), 'ONLINE'] as const,
    ]),
  )
  const history = await historyOf(id, '?from=2026-03-15T00:00:00Z&points=10')
  expect(history.statuses).toEqual([
    { status: 'WORKING', from: '2026-03-15T00:00:00.000Z', to: '2026-03-15T05:00:00.000Z' },
    { status: 'ONLINE', from: '2026-03-15T05:00:00.000Z', to: '2026-03-15T10:00:00.000Z' },
  ])
  expect(history.worked).toEqual({ seconds: (30 * 6 + 30 * 3) * 60, starts: 59 })
})

test('the faults of a range are returned with their whole duration, the newest first', async () => {
  const id = await applianceSince('2026-01-01T00:00:00Z')
  await faults(id, [
    ['2026-03-01T00:00:00Z', 'W200', 'WARNING'],
    ['2026-03-02T00:00:00Z', null, null],
    ['2026-03-14T00:00:00Z', 'E104', 'ERROR'],
    ['2026-03-15T07:30:00Z', 'E104', 'ERROR'],
    ['2026-03-15T08:00:00Z', 'E105', 'ERROR'],
    ['2026-03-15T08:30:00Z', null, null],
    ['2026-03-15T09:00:00Z', null, 'WARNING'],
  ])
  expect((await historyOf(id, '?from=2026-03-15T07:00:00Z')).faults).toEqual([
    { code: null, severity: 'WARNING', from: '2026-03-15T09:00:00.000Z', to: null },
    { code: 'E105', severity: 'ERROR', from: '2026-03-15T08:00:00.000Z', to: '2026-03-15T08:30:00.000Z' },
    { code: 'E104', severity: 'ERROR', from: '2026-03-14T00:00:00.000Z', to: '2026-03-15T08:00:00.000Z' },
  ])
})

test('a new owner, or a new viewer, sees nothing from before their time', async () => {
  const id = await applianceSince('2026-01-01T00:00:00Z')
  await pool.query(`update connection set added_at = '2026-03-15T06:00:30Z' where gateway_id = $1`, [id])
  await pool.query(
    `update connection set owner_since = '2026-03-15T07:00:30Z' where gateway_id = $1 and owner_since is not null`,
    [id],
  )
  const minutes = ['06:00:29', '06:00:30', '07:00:29', '07:00:30'].map((moment) => `2026-03-15T${moment}Z`)
  await insertUnitReports(
    pool,
    id,
    minutes.map((ts, index): UnitReport => ['hc1', ts, { roomTemperature: 10 + index }]),
  )
  await statuses(id, [['2026-03-15T00:00:00Z', 'ERROR']])
  await faults(id, [
    ['2026-03-14T00:00:00Z', 'W200', 'WARNING'],
    ['2026-03-15T00:00:00Z', 'E104', 'ERROR'],
  ])
  for (const [as, since, seen] of [
    ['victor', '2026-03-15T06:00:30.000Z', [11, 12, 13]],
    ['olga', '2026-03-15T07:00:30.000Z', [13]],
  ] as const) {
    const history = await historyOf(id, '?from=2026-01-01T00:00:00Z', as)
    const values = pointsOf(history, 'hc1.roomTemperature')?.flatMap(([, min, max]) => [min, max])
    expect(new Set(values)).toEqual(new Set(seen))
    expect(history.statuses[0]?.from).toBe(since)
    expect(history.faults).toEqual([{ code: 'E104', severity: 'ERROR', from: since, to: null }])
  }
  const before = await historyOf(id, '?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z')
  expect(before).toMatchObject({ from: '2026-03-01T00:00:00.000Z', statuses: [], faults: [] })
  expect(before.series.flatMap(({ points }) => points)).toEqual([])
})

test('however long the range, a history has as many steps at most as were asked for', async () => {
  const id = await applianceSince('2020-01-01T00:00:00Z')
  const hours = Array.from({ length: 24 * 60 }, (_, index) => start - index * hourMs - 1)
  await insertUnitReports(
    pool,
    id,
    hours.map((ts): UnitReport => ['hc1', ts, { roomTemperature: 20 }]),
  )
  for (const points of [10, 500, 2_000]) {
    for (const days of [0.1, 1, 7, 30, 60]) {
      const from = new Date(start - days * dayMs).toISOString()
      const counted = pointsOf(await historyOf(id, `?from=${from}&points=${points}`), 'hc1.roomTemperature')
      expect(counted?.length).toBeGreaterThan(0)
      expect(counted?.length).toBeLessThanOrEqual(points)
    }
  }
})

test.each([
  ['?from=2026-03-15T08:00:00Z&to=2026-03-15T07:00:00Z', 422, { path: 'to', code: 'from-after-to' }],
  ['?from=2026-03-15T08:00:00Z&to=2026-03-15T08:00:00Z', 422, { path: 'to', code: 'from-after-to' }],
  ['?from=2026-03-15T10:00:01Z&to=2026-03-15T10:00:02Z', 422, { path: 'from', code: 'future' }],
  ['?from=2026-03-15T08:00:00Z&to=2026-03-16T08:00:00Z', 422, { path: 'to', code: 'future' }],
  ['?from=2026-03-15', 400, { path: 'from', code: 'moment' }],
  ['?from=2026-02-30T00:00:00Z', 400, { path: 'from', code: 'moment' }],
  ['?from=2026-03-15T08:00:00', 400, { path: 'from', code: 'moment' }],
  ['?to=yesterday', 400, { path: 'to', code: 'moment' }],
  ['?from=2026-03-15T08:00:00Z&from=2026-03-15T09:00:00Z', 400, { path: 'from', code: 'shape' }],
  ['?points=9', 400, { path: 'points', code: 'shape' }],
  ['?points=2001', 400, { path: 'points', code: 'shape' }],
  ['?points=1000000000', 400, { path: 'points', code: 'shape' }],
  ['?points=1e9', 400, { path: 'points', code: 'shape' }],
  ['?points=-10', 400, { path: 'points', code: 'shape' }],
  ['?points=', 400, { path: 'points', code: 'shape' }],
  ['?timeZone=Mars/Olympus', 400, { path: 'timeZone', code: 'time-zone' }],
  ['?zoom=2', 400, { path: '', code: 'shape' }],
])('%s is refused with %i', async (query, status, error) => {
  const id = await applianceSince('2026-01-01T00:00:00Z')
  const answer = await send(id, query)
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ code: 'invalid-request', errors: [error] })
})

test('the appliance of another person is not found, even with an invalid range', async () => {
  const id = await applianceSince('2026-01-01T00:00:00Z')
  for (const [as, asked] of [
    ['nora', id],
    ['olga', 'c0ffee00-1e55-4d0b-8a9c-7f4ae6a23df3'],
    ['olga', 'none'],
  ]) {
    const answer = await send(asked ?? '', '?from=2030-01-01T00:00:00Z', as)
    expect(answer.statusCode).toBe(404)
  }
  expect((await send(id, '', 'olga-without-gateway.list')).statusCode).toBe(403)
})

test('a reader whose clock is slightly ahead gets everything until now', async () => {
  const id = await applianceSince('2026-01-01T00:00:00Z')
  const { to } = await historyOf(id, '?from=2026-03-15T09:00:00Z&to=2026-03-15T10:04:00Z')
  expect(to).toBe('2026-03-15T10:00:00.000Z')
})

test('one person may read so much of histories in a minute, and others go on', async () => {
  const id = await applianceSince('2026-01-01T00:00:00Z')
  limit = createPersonLimit(pool, { ...historyRateLimit, name: 'history-test', attempts: 20 })
  const statusesOf = async (as: string, count: number) => {
    const answered: number[] = []
    for (let read = 0; read < count; read += 1) answered.push((await send(id, '', as)).statusCode)
    return answered
  }
  expect(new Set(await statusesOf('olga', 25))).toEqual(new Set([200, 429]))
  expect(await statusesOf('victor', 1)).toEqual([200])
  limit = createPersonLimit(pool, historyRateLimit)
})

test('a person who requests many histories at once does not delay others', async () => {
  const id = await applianceSince('2026-01-01T00:00:00Z')
  const flood = Promise.all(Array.from({ length: 40 }, async () => (await send(id, '', 'olga')).statusCode))
  expect((await send(id, '', 'victor')).statusCode).toBe(200)
  const answered = await flood
  expect(new Set(answered)).toEqual(new Set([200, 429]))
  expect(answered.filter((status) => status === 200).length).toBeGreaterThanOrEqual(5)
})

test('a fault that a gateway reports is kept from its beginning to its end, also while the gateway is offline', async () => {
  const id = await applianceSince('2026-01-01T00:00:00Z')
  const recordStatus = async (
    at: string,
    ...[status, reported, faultCode]: [status: GatewayStatus, reported: GatewayStatus, faultCode: string | null]
  ) => storeGatewayCondition(pool, id, { status, reported, faultCode, at: Date.parse(at) })
  await recordStatus('2026-03-15T05:30:00Z', 'WORKING', 'WORKING', 'REMARK')
  await recordStatus('2026-03-15T06:00:00Z', 'ERROR', 'ERROR', 'E104')
  await recordStatus('2026-03-15T06:00:30Z', 'ERROR', 'ERROR', 'E104')
  await recordStatus('2026-03-15T06:10:00Z', 'OFFLINE', 'ERROR', 'E104')
  await recordStatus('2026-03-15T06:20:00Z', 'ERROR', 'ERROR', 'E105')
  await recordStatus('2026-03-15T06:30:00Z', 'WARNING', 'WARNING', null)
  await recordStatus('2026-03-15T06:40:00Z', 'ONLINE', 'ONLINE', null)
  await recordStatus('2026-03-15T06:50:00Z', 'WORKING', 'WORKING', null)
  const actual = (await historyOf(id)).faults.map(({ code, severity, from, to }) => [
    code,
    severity,
    from.slice(11, 16),
    to?.slice(11, 16),
  ])
  expect(actual).toEqual([
    [null, 'WARNING', '06:30', '06:40'],
    ['E105', 'ERROR', '06:20', '06:30'],
    ['E104', 'ERROR', '06:00', '06:20'],
  ])
})

test('packed days and reports have the same result, mixed and at the limits of the range and of the ownership', async () => {
  const id = await applianceSince('2026-01-20T10:20:00Z')
  const count = (40 * 24 * 60) / 20
  const values = Array.from({ length: count }, (_, index): UnitReport => {
    const ts = Date.parse('2026-02-01T00:05:00Z') + index * 20 * minuteMs
    return ['hc1', ts, { roomTemperature: 15 + ((index * 7) % 40) / 4 }]
  })
  await insertUnitReports(pool, id, [
    ['hc1', '2026-01-20T10:10:00Z', { roomTemperature: 99 }],
    ['hc1', '2026-01-20T10:30:00Z', { roomTemperature: 10 }],
    ...values,
  ])
  const queries = [
    '?from=2026-01-01T00:00:00Z&points=2000',
    '?from=2026-01-20T10:40:00Z&to=2026-03-01T10:17:00Z&points=100&timeZone=Europe/Berlin',
    '?from=2026-01-20T10:25:00Z&points=10&timeZone=America/New_York',
    ...['Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Adelaide'].flatMap((zone) => [
      `?from=2026-02-01T00:00:00Z&points=40&timeZone=${zone}`,
      `?from=2026-02-01T00:00:00Z&points=400&timeZone=${zone}`,
      `?from=2026-02-01T00:00:00Z&points=2000&timeZone=${zone}`,
    ]),
    // In New York, daylight saving time begins on 8 March.
    '?from=2026-03-07T00:00:00Z&to=2026-03-10T00:00:00Z&points=12&timeZone=America/New_York',
    '?from=2026-02-10T00:00:00Z&to=2026-02-10T20:30:00Z',
    '?from=2026-02-10T00:10:00Z&to=2026-02-10T00:50:00Z',
  ]
  const seriesOfAll = async () => {
    const all: History['series'][] = []
    for (const query of queries) all.push((await historyOf(id, query)).series)
    return all
  }
  const before = await seriesOfAll()
  for (const now of [Date.parse('2026-03-02T12:00:00Z'), start]) {
    await packAndMergeTelemetry({ pool, clock: { now: () => now }, onDamaged: () => {} })
    expect(await seriesOfAll()).toEqual(before)
  }
  const { rows } = await pool.query<{ days: number }>(
    `select (select count(*) from telemetry_day where gateway_id = $1)::int
       + (select coalesce(sum(days), 0) from telemetry_month where gateway_id = $1)::int as days`,
    [id],
  )
  expect(rows[0]?.days).toBeGreaterThan(35)
  const late = ['2026-02-03T09:00:00Z', '2026-02-03T09:59:59Z', '2026-02-20T23:59:59.999999Z']
  for (const ts of late)
    await pool.query(`insert into telemetry_late_report values ($1, 'hc1', $2, $3, 0, '{"roomTemperature": -7.25}')`, [
      id,
      ts,
      new Date(start),
    ])
  const withLate = await seriesOfAll()
  expect(withLate).not.toEqual(before)
  await packAndMergeTelemetry({ pool, clock: { now: () => start + dayMs }, onDamaged: () => {} })
  expect(await seriesOfAll()).toEqual(withLate)
}, 60_000)
