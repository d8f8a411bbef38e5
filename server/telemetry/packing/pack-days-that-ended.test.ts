import * as fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import { openDatabase } from '#server/database/database.ts'
import { createTestDatabase } from '#test/database.ts'
import {
  type ReportToStore,
  insertTestGateway,
  insertTestReports,
  readAllReports,
  comparableReportsOf,
} from '#test/telemetry/test-reports.ts'
import type { TelemetryDamage } from '../read-reports.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type PackingStep, packDaysThatEnded, packAndMergeTelemetry } from './pack-days-that-ended.ts'
import { mergeDays } from './months/merge-days-into-months.ts'
import { ensureMonthPartition } from './months/store.ts'

// Specification 14.5: an acknowledged report is stored for 24 months. Packing changes only the format; no report is
// lost or stored twice.

const { pool, url, close } = await createTestDatabase({ max: 6 })
const others = openDatabase(url, { max: 4 })
const time = { ms: 0 }
const clock = { now: () => time.ms }
const noon = Date.parse('2026-03-15T12:00:00Z')
const damages: TelemetryDamage[] = []
const onDamaged = (damage: TelemetryDamage): void => void damages.push(damage)

beforeEach(async () => {
  time.ms = noon
  damages.splice(0)
  await pool.query(
    'truncate telemetry, telemetry_day, telemetry_late_report, telemetry_packing, telemetry_damage, telemetry_month',
  )
  for (const name of await partitions()) await pool.query(`drop table ${name}`)
  await pool.query(`select ensure_telemetry_days('2026-03-10', '2026-03-18')`)
})

afterAll(async () => {
  await others.close()
  await close()
})

async function partitions(parent = 'telemetry'): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
    [parent],
  )
  return rows.map(({ name }) => name)
}

async function countOf(table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  return rows[0]?.count ?? 0
}

async function pack(): Promise<number> {
  return packAndMergeTelemetry({ pool, clock, onDamaged })
}

function epochDay(day: string): number {
  return Date.parse(day) / dayMs
}

function at(day: string, gatewayId: string, minutes: readonly number[]): ReportToStore[] {
  return minutes.flatMap((minute) => {
    const ts = new Date(Date.parse(`${day}T00:00:00Z`) + minute * minuteMs + 7).toISOString()
    return [
      { gatewayId, unit: 'hc1', ts, values: { roomTemperature: 20 + (minute % 7) / 10, operationMode: 'comfort' } },
      { gatewayId, unit: 'status', ts, values: { gatewayStatus: 'WORKING', faultCode: null } },
    ]
  })
}

test('a day is packed a day after it has ended, its partition goes, and its reports are read as before', async () => {
  const gateways = [await insertTestGateway(pool), await insertTestGateway(pool)]
  for (const gatewayId of gateways) {
    await insertTestReports(pool, at('2026-03-13', gatewayId, [0, 5, 719, 1439]))
    await insertTestReports(pool, at('2026-03-14', gatewayId, [0, 5, 1439]))
    await insertTestReports(pool, at('2026-03-15', gatewayId, [1]))
  }
  const before = await Promise.all(gateways.map(async (id) => readAllReports(pool, id)))
  expect(await pack()).toBe(2)
  expect(await partitions()).toEqual([
    'telemetry_2026_03_14',
    'telemetry_2026_03_15',
    'telemetry_2026_03_16',
    'telemetry_2026_03_17',
    'telemetry_2026_03_18',
  ])
  expect([await countOf('telemetry_day'), await countOf('telemetry'), await countOf('telemetry_packing')]).toEqual([
    2, 16, 0,
  ])
  expect(await Promise.all(gateways.map(async (id) => readAllReports(pool, id)))).toEqual(before)
  expect(await pack()).toBe(0)
})

test('a day waits for 25 hours after its end, since clocks differ', async () => {
  const gatewayId = await insertTestGateway(pool)
  await insertTestReports(pool, at('2026-03-13', gatewayId, [0]))
  time.ms = Date.parse('2026-03-15T00:59:59Z')
  expect(await pack()).toBe(0)
  time.ms = Date.parse('2026-03-15T01:00:00Z')
  expect(await pack()).toBe(1)
})

test('a partition for a month is packed like a day, and reports of it are read meanwhile', async () => {
  await pool.query(`select ensure_telemetry_partitions('2026-01-05', '2026-01-20')`)
  const gateways = [await insertTestGateway(pool), await insertTestGateway(pool), await insertTestGateway(pool)]
  for (const gatewayId of gateways)
    for (const day of ['2026-01-01', '2026-01-15', '2026-01-31'])
      await insertTestReports(pool, at(day, gatewayId, [1, 2, 3]))
  const before = await Promise.all(gateways.map(async (id) => readAllReports(pool, id)))
  let reads = 0
  const onStep = async (): Promise<void> => {
    reads += 1
    for (const [index, gatewayId] of gateways.entries())
      expect(await readAllReports(others.pool, gatewayId)).toEqual(before[index])
  }
  await packAndMergeTelemetry({ pool, clock, onDamaged, onStep })
  expect(reads).toBeGreaterThan(10)
  expect(await partitions()).not.toContain('telemetry_2026_01')
  expect(await countOf('telemetry_month')).toBe(3)
})

test('two packers at once pack each day once', async () => {
  const gateways: string[] = []
  for (let count = 0; count < 60; count += 1) gateways.push(await insertTestGateway(pool))
  for (const gatewayId of gateways) await insertTestReports(pool, at('2026-03-12', gatewayId, [0, 720]))
  const before = await Promise.all(gateways.map(async (id) => readAllReports(pool, id)))
  await Promise.all([pack(), packAndMergeTelemetry({ pool: others.pool, clock, onDamaged })])
  await pack()
  expect(await Promise.all(gateways.map(async (id) => readAllReports(pool, id)))).toEqual(before)
  expect([await countOf('telemetry'), await countOf('telemetry_day')]).toEqual([0, 60])
})

test('a report that comes late is read at once, and packed in once its night has come', async () => {
  const gatewayId = await insertTestGateway(pool)
  await insertTestReports(pool, at('2026-03-12', gatewayId, [10, 30]))
  await pack()
  const late = at('2026-03-12', gatewayId, [5, 20, 30]).map((report) => ({
    ...report,
    receivedAt: new Date(noon).toISOString(),
  }))
  // The last two reports have the times of earlier reports, but other values. The value that was received first
  // stays.
  const changed = late.map((report, index) => (index < 4 ? report : { ...report, values: { roomTemperature: 99 } }))
  await insertTestReports(pool, changed, 'telemetry_late_report')
  const minutes = async () =>
    (await readAllReports(pool, gatewayId, { units: ['hc1'] })).map(({ values }) => values['roomTemperature'])
  expect(await minutes()).toEqual([20.5, 20.3, 20.6, 20.2])
  const before = await readAllReports(pool, gatewayId)
  expect(await pack()).toBe(0)
  time.ms = noon + dayMs
  expect(await pack()).toBe(1)
  expect(await countOf('telemetry_late_report')).toBe(0)
  expect(await readAllReports(pool, gatewayId)).toEqual(before)
})

test('a report that comes while its partition is being packed is not lost with it', async () => {
  const gatewayId = await insertTestGateway(pool)
  await insertTestReports(pool, at('2026-03-12', gatewayId, [10]))
  const came: PackingStep[] = []
  const onStep = async (step: PackingStep): Promise<void> => {
    if (!(await partitions()).includes('telemetry_2026_03_12')) return
    came.push(step)
    const ts = `2026-03-12T20:00:0${came.length}Z`
    await insertTestReports(others.pool, [{ gatewayId, ts, values: { roomTemperature: came.length } }])
  }
  await packAndMergeTelemetry({ pool, clock, onDamaged, onStep })
  const allReports = await readAllReports(pool, gatewayId, { units: ['hc1'], from: Date.parse('2026-03-12T20:00:00Z') })
  expect(allReports.map(({ values }) => values['roomTemperature'])).toEqual(came.map((_, index) => index + 1))
  time.ms = noon + dayMs
  await pack()
  expect(await countOf('telemetry_late_report')).toBe(0)
  expect(await readAllReports(pool, gatewayId, { units: ['hc1'], from: Date.parse('2026-03-12T20:00:00Z') })).toEqual(
    allReports,
  )
})

test('a process that reads while a day is packed and dropped gets each report once', async () => {
  const gatewayId = await insertTestGateway(pool)
  await insertTestReports(pool, at('2026-03-12', gatewayId, [10, 20]))
  const before = await readAllReports(pool, gatewayId)
  const reader = await others.pool.connect()
  await reader.query(
    'begin isolation level repeatable read read only; lock table only telemetry, only telemetry_day in access share mode',
  )
  await reader.query('select')
  await pool.query(`set statement_timeout = 0`)
  const impatient = openDatabase(url, { max: 2, statementTimeoutMs: 300 })
  // The detachment of the partition waits for the reader until it times out. The next run detaches the partition.
  expect(await packAndMergeTelemetry({ pool: impatient.pool, clock, onDamaged })).toBe(1)
  const { rows } = await reader.query('select count(*)::int as count from telemetry where gateway_id = $1', [gatewayId])
  expect(rows).toEqual([{ count: 4 }])
  expect(await readAllReports(pool, gatewayId)).toEqual(before)
  await reader.query('commit')
  reader.release()
  await pack()
  await impatient.close()
  expect(await partitions()).not.toContain('telemetry_2026_03_12')
  expect(await readAllReports(pool, gatewayId)).toEqual(before)
})

test('a damaged day is reported with its gateway, the rest is served, and nothing is packed into it again and again', async () => {
  const gatewayId = await insertTestGateway(pool)
  await insertTestReports(pool, [...at('2026-03-12', gatewayId, [10]), ...at('2026-03-13', gatewayId, [10])])
  await pack()
  await pool.query(
    `update telemetry_day set data = set_byte(data, 9, get_byte(data, 9) # 255) where day = '2026-03-12'`,
  )
  const late = { gatewayId, ts: '2026-03-12T06:00:00Z', values: { roomTemperature: 1 } }
  await insertTestReports(pool, [late], 'telemetry_late_report')
  const day = Date.parse('2026-03-12') / dayMs
  const telemetryDamages: TelemetryDamage[] = []
  const allReports = await readAllReports(pool, gatewayId, {
    onDamaged: (damage) => void telemetryDamages.push(damage),
    units: ['hc1'],
  })
  expect(allReports.map(({ values }) => values['roomTemperature'])).toEqual([1, 20.3])
  expect(telemetryDamages).toMatchObject([{ gatewayId, day }])
  time.ms = noon + dayMs
  await pack()
  expect(damages).toMatchObject([{ gatewayId, day }])
  await pack()
  expect(damages).toHaveLength(1)
  expect([await countOf('telemetry_late_report'), await countOf('telemetry_damage')]).toEqual([1, 1])
})

test('reports of a damaged day that are stored again are kept when their partition goes', async () => {
  const gatewayId = await insertTestGateway(pool)
  await insertTestReports(pool, at('2026-03-12', gatewayId, [10]))
  await pack()
  await pool.query('update telemetry_day set data = substr(data, 1, 20)')
  await pool.query(`select ensure_telemetry_partitions('2026-03-12', '2026-03-12')`)
  await insertTestReports(pool, [{ gatewayId, ts: '2026-03-12T06:00:00Z', values: { roomTemperature: 1 } }])
  await pack()
  expect(await partitions()).not.toContain('telemetry_2026_03_12')
  const allReports = await readAllReports(pool, gatewayId, { onDamaged })
  expect(allReports.map(({ values }) => values['roomTemperature'])).toEqual([1])
})

test('a full disk while packing changes nothing', async () => {
  const gatewayId = await insertTestGateway(pool)
  await insertTestReports(pool, at('2026-03-12', gatewayId, [10]))
  const before = await readAllReports(pool, gatewayId)
  // Simulates a full disk. When PostgreSQL cannot extend a file, the statement fails with 53100.
  await pool.query(`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await pool.query(`select ensure_telemetry_day_partition('2026-03-01')`)
  await pool.query(
    'create trigger full_disk before insert on telemetry_day_2026_03 for each row execute function full_disk()',
  )
  await expect(pack()).rejects.toThrow('could not extend file')
  expect(await readAllReports(pool, gatewayId)).toEqual(before)
  await pool.query('drop trigger full_disk on telemetry_day_2026_03; drop function full_disk')
  expect(await pack()).toBe(1)
  expect(await readAllReports(pool, gatewayId)).toEqual(before)
})

test('a process that is asked to end leaves the rest to others', async () => {
  const gatewayId = await insertTestGateway(pool)
  await insertTestReports(pool, at('2026-03-12', gatewayId, [10]))
  expect(await packAndMergeTelemetry({ pool, clock, onDamaged, stopping: AbortSignal.abort() })).toBe(0)
  expect(await partitions()).toContain('telemetry_2026_03_12')
})

test('reports are read the same, packed or not, in any order of their arrival', async () => {
  const moment = fc.integer({ min: 0, max: 4 * 24 * 12 - 1 })
  const reports = fc.array(
    fc.record({
      moment,
      unit: fc.constantFrom('hc1', 'status', 'dhw1'),
      value: fc.oneof(fc.integer({ min: -50, max: 300 }), fc.jsonValue({ maxDepth: 2 })),
      hoursLate: fc.integer({ min: 0, max: 100 }),
    }),
    { maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(
      reports,
      fc.array(fc.constantFrom('pack', 'night', 'month', 'late'), { maxLength: 5 }),
      async (some, events) => {
        const gatewayId = await insertTestGateway(pool)
        await pool.query('truncate telemetry_day, telemetry_late_report, telemetry_damage, telemetry_month')
        await pool.query(`select ensure_telemetry_days('2026-03-10', '2026-03-18')`)
        time.ms = noon
        const toReport = ({ moment: step, unit, value, hoursLate }: (typeof some)[number]): ReportToStore => {
          const ms = Date.parse('2026-03-10T00:00:00Z') + step * 300_000
          const receivedAt = new Date(ms + hoursLate * hourMs).toISOString()
          return { gatewayId, unit, ts: new Date(ms).toISOString(), receivedAt, values: { value: storable(value) } }
        }
        const first = new Map(some.map((each) => [`${each.unit} ${each.moment}`, toReport(each)]))
        const [early, late] = [
          [...first.values()].filter((_, index) => index % 3 > 0),
          [...first.values()].filter((_, index) => index % 3 === 0),
        ]
        await insertTestReports(pool, early)
        await insertTestReports(pool, late, 'telemetry_late_report')
        let before = await readAllReports(pool, gatewayId)
        expect(before).toHaveLength(first.size)
        for (const event of events) {
          if (event === 'night') time.ms += dayMs
          if (event === 'month') time.ms += 50 * dayMs
          if (event === 'late') {
            const ts = new Date(
              Date.parse('2026-03-11T00:00:00Z') + (time.ms % 9) * hourMs + before.length,
            ).toISOString()
            const repeated = [...first.values()].slice(0, 2).map((each) => ({ ...each, values: { value: 'repeated' } }))
            await insertTestReports(pool, repeated, 'telemetry_late_report')
            await insertTestReports(
              pool,
              [{ gatewayId, unit: 'dhw1', ts, values: { late: true } }],
              'telemetry_late_report',
            )
            before = await readAllReports(pool, gatewayId)
            time.ms += 1
          }
          await pack()
          expect(comparableReportsOf(await readAllReports(pool, gatewayId))).toEqual(comparableReportsOf(before))
          expect(await readAllReports(pool, gatewayId)).toEqual(before)
        }
      },
    ),
    { numRuns: 25 },
  )
}, 120_000)

// Converts a value to one that PostgreSQL's jsonb can store. It cannot store U+0000, unpaired surrogates, or a negative
// zero.
function storable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/\\u(?:0000|d[89a-f]..)/giu, '')) as unknown
}

/** Packs two days of a gateway, then merges them after the end of their month. Returns the gateway's id. */
async function mergedMonth(): Promise<string> {
  const gatewayId = await insertTestGateway(pool)
  await insertTestReports(pool, [...at('2026-03-12', gatewayId, [10, 20]), ...at('2026-03-14', gatewayId, [30])])
  await pack()
  time.ms = Date.parse('2026-05-02T12:00:00Z')
  await pack()
  const { rows } = await pool.query(
    'select day::text, part, days, format, report_count as reports from telemetry_month',
  )
  expect(rows).toEqual([{ day: '2026-03-12', part: 0, days: 3, format: 2, reports: 6 }])
  return gatewayId
}

test('days are merged after the end of their month, and read as before', async () => {
  const gatewayId = await mergedMonth()
  const all = await readAllReports(pool, gatewayId, { units: ['hc1'] })
  expect(all.map(({ values }) => values['roomTemperature'])).toEqual([20.3, 20.6, 20.2])
  const range = { from: Date.parse('2026-03-13'), until: Date.parse('2026-03-15') }
  expect(await readAllReports(pool, gatewayId, { units: ['hc1'], ...range })).toEqual(all.slice(2))
  expect(await pack()).toBe(0)
})

test('a late report for a merged month is packed into it', async () => {
  const gatewayId = await mergedMonth()
  for (const day of ['2026-03-12', '2026-03-13'])
    await insertTestReports(pool, at(day, gatewayId, [40]), 'telemetry_late_report')
  const before = await readAllReports(pool, gatewayId)
  expect(before).toHaveLength(10)
  expect(await pack()).toBe(3)
  expect(await readAllReports(pool, gatewayId)).toEqual(before)
  expect([await countOf('telemetry_late_report'), await countOf('telemetry_month where days = 3')]).toEqual([0, 1])
})

test('a whole month is merged into one row', async () => {
  const gatewayId = await insertTestGateway(pool)
  const days = ['2026-03-01', '2026-03-14', '2026-03-31']
  await pool.query(`select ensure_telemetry_days('2026-03-01', '2026-03-31')`)
  await insertTestReports(
    pool,
    days.flatMap((day) => at(day, gatewayId, [10])),
  )
  time.ms = Date.parse('2026-05-02T12:00:00Z')
  const before = await readAllReports(pool, gatewayId)
  await pack()
  const { rows } = await pool.query('select day::text, days from telemetry_month')
  expect(rows).toEqual([{ day: '2026-03-01', days: 31 }])
  expect(await readAllReports(pool, gatewayId)).toEqual(before)
})

test('merged rows that cover fewer days are read and packed like whole months', async () => {
  const gatewayId = await insertTestGateway(pool)
  const days = ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'] as const
  await insertTestReports(
    pool,
    days.flatMap((day) => at(day, gatewayId, [10])),
  )
  await packDaysThatEnded({ pool, clock, onDamaged })
  await ensureMonthPartition(pool, epochDay(days[0]))
  for (const [first, last] of [
    [days[0], days[1]],
    [days[2], days[3]],
  ] as const)
    await inTransaction(pool, async (transaction) =>
      mergeDays(transaction, { gatewayIds: [gatewayId], first: epochDay(first), last: epochDay(last), onDamaged }),
    )
  await insertTestReports(pool, at(days[3], gatewayId, [20]), 'telemetry_late_report')
  const before = await readAllReports(pool, gatewayId)
  expect(before).toHaveLength(10)
  const last = { from: Date.parse(days[3]), until: Date.parse(days[3]) + dayMs }
  expect(await readAllReports(pool, gatewayId, last)).toEqual(before.slice(-4))
  time.ms += dayMs
  await pack()
  expect(await readAllReports(pool, gatewayId)).toEqual(before)
  expect([await countOf('telemetry_late_report'), await countOf('telemetry_month where days = 2')]).toEqual([0, 2])
})

test('a partition that comes again for a merged month is packed into it', async () => {
  const gatewayId = await mergedMonth()
  await pool.query(`select ensure_telemetry_days('2026-03-12', '2026-03-14')`)
  await insertTestReports(pool, [...at('2026-03-12', gatewayId, [10, 50]), ...at('2026-03-13', gatewayId, [60])])
  const before = await readAllReports(pool, gatewayId)
  expect(before).toHaveLength(10)
  await pack()
  expect(await readAllReports(pool, gatewayId)).toEqual(before)
  expect([await countOf('telemetry'), await countOf('telemetry_month where days = 3')]).toEqual([0, 1])
})

test('a damaged month stays as it is, each of its days is reported, and no late report is lost', async () => {
  const gatewayId = await mergedMonth()
  await pool.query('update telemetry_month set data = set_byte(data, 9, get_byte(data, 9) # 255)')
  await insertTestReports(pool, at('2026-03-13', gatewayId, [40]), 'telemetry_late_report')
  const read = async () => readAllReports(pool, gatewayId, { onDamaged, units: ['hc1'] })
  expect((await read()).map(({ values }) => values['roomTemperature'])).toEqual([20.5])
  const days = ['2026-03-12', '2026-03-13', '2026-03-14'].map((day) => Date.parse(day) / dayMs)
  expect(damages.map(({ day }) => day)).toEqual(days)
  await pack()
  damages.splice(0)
  time.ms += dayMs
  await pack()
  expect(damages).toEqual([])
  expect((await read()).map(({ values }) => values['roomTemperature'])).toEqual([20.5])
  expect([await countOf('telemetry_damage'), await countOf('telemetry_late_report')]).toEqual([3, 2])
})

test('a damaged day is not merged', async () => {
  const gatewayId = await insertTestGateway(pool)
  await insertTestReports(pool, [...at('2026-03-12', gatewayId, [10]), ...at('2026-03-13', gatewayId, [20])])
  await pack()
  await pool.query(`update telemetry_day set data = substr(data, 1, 20) where day = '2026-03-12'`)
  time.ms = Date.parse('2026-05-02T12:00:00Z')
  await pack()
  expect(damages).toMatchObject([{ gatewayId, day: Date.parse('2026-03-12') / dayMs }])
  expect([await countOf('telemetry_month where days = 1'), await countOf('telemetry_day')]).toEqual([2, 0])
  await pack()
  expect(damages).toHaveLength(1)
})

test('two processes that merge at once merge each month once', async () => {
  const gateways: string[] = []
  for (let count = 0; count < 60; count += 1) gateways.push(await insertTestGateway(pool))
  for (const gatewayId of gateways)
    await insertTestReports(pool, [...at('2026-03-12', gatewayId, [0]), ...at('2026-03-13', gatewayId, [720])])
  await pack()
  const before = await Promise.all(gateways.map(async (id) => readAllReports(pool, id)))
  time.ms = Date.parse('2026-05-02T12:00:00Z')
  await Promise.all([pack(), packAndMergeTelemetry({ pool: others.pool, clock, onDamaged })])
  await pack()
  expect(await Promise.all(gateways.map(async (id) => readAllReports(pool, id)))).toEqual(before)
  expect([await countOf('telemetry_day'), await countOf('telemetry_month where days = 2')]).toEqual([0, 60])
})

test('a report from 23 months ago is read at once, packed at night, and merged', async () => {
  const gatewayId = await insertTestGateway(pool)
  const old = at('2024-04-20', gatewayId, [1, 2])
  const receivedAt = new Date(noon).toISOString()
  await insertTestReports(
    pool,
    old.map((report) => ({ ...report, receivedAt })),
    'telemetry_late_report',
  )
  const before = await readAllReports(pool, gatewayId)
  expect(before).toHaveLength(4)
  time.ms = noon + dayMs
  expect(await pack()).toBe(1)
  expect(await readAllReports(pool, gatewayId)).toEqual(before)
  expect([
    await countOf('telemetry_late_report'),
    await countOf('telemetry_day'),
    await countOf('telemetry_month'),
  ]).toEqual([0, 0, 1])
  expect(await partitions('telemetry_day')).not.toContain('telemetry_day_2024_04')
})

test('a report from 4 minutes ahead, of the next day, is packed with that day', async () => {
  const gatewayId = await insertTestGateway(pool)
  const ahead = {
    gatewayId,
    ts: '2026-03-13T00:02:00Z',
    receivedAt: '2026-03-12T23:58:00Z',
    values: { roomTemperature: 20 },
  }
  await insertTestReports(pool, [...at('2026-03-12', gatewayId, [1439]), ahead])
  const before = await readAllReports(pool, gatewayId)
  expect(before.at(-1)?.lateMicros).toBe(-240_000_000)
  expect(await pack()).toBe(2)
  expect(await readAllReports(pool, gatewayId)).toEqual(before)
})

test('reports of a clock that jumps back keep their own times, and the first of two with the same time stays', async () => {
  const gatewayId = await insertTestGateway(pool)
  const of = (minute: number, roomTemperature: number, receivedMinute: number): ReportToStore => ({
    gatewayId,
    ts: new Date(Date.parse('2026-03-12T12:00:00Z') + minute * minuteMs).toISOString(),
    receivedAt: new Date(Date.parse('2026-03-12T12:00:00Z') + receivedMinute * minuteMs).toISOString(),
    values: { roomTemperature },
  })
  await insertTestReports(pool, [of(0, 20, 0), of(10, 21, 10), of(20, 22, 20)])
  await insertTestReports(pool, [of(-40, 19, 30), of(10, 99, 40), of(15, 23, 50)])
  const before = await readAllReports(pool, gatewayId)
  expect(before.map(({ values }) => values['roomTemperature'])).toEqual([19, 20, 21, 23, 22])
  expect(await pack()).toBe(1)
  expect(await readAllReports(pool, gatewayId)).toEqual(before)
})
