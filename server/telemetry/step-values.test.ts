import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { historyDatapoints } from '#contract/datapoints.ts'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { createTestDatabase } from '#test/database.ts'
import { Transaction, inTransaction } from '#server/database/transaction.ts'
import { packAndMergeTelemetry } from './packing/pack-days-that-ended.ts'
import type { StepValues, StepValuesByDatapoint } from './step-collector.ts'
import { readStepValues } from './step-values.ts'
import { preventPartitionDrop } from './store.ts'
import {
  type ReportToStore,
  insertTestGateway,
  readAllReports,
  insertTestReports,
} from '#test/telemetry/test-reports.ts'

// Specification 24.1: a history has the least, the largest and the last value of each step, whether the reports are
// packed or not.

const { pool, close } = await createTestDatabase({ max: 4 })
const start = Date.parse('2026-03-10T00:00:00Z')
const end = Date.parse('2026-03-14T00:00:00Z')
/**
 * The times of three runs of packing: before the last two days are packed, after all days are packed, and after they
 * are merged.
 */
const packedAt = ['2026-03-13T12:00:00Z', '2026-03-16T12:00:00Z', '2026-05-02T12:00:00Z'].map((text) =>
  Date.parse(text),
)

beforeAll(async () => {
  await pool.query(`select ensure_telemetry_days('2026-03-10', '2026-03-18')`)
})

afterAll(close)

async function stepValues(gatewayId: string, begins: readonly number[]): Promise<StepValuesByDatapoint> {
  return inTransaction(
    pool,
    async (transaction) => {
      await preventPartitionDrop(transaction)
      const onDamaged = ({ error }: { error: unknown }) => {
        throw error
      }
      const wanted = { gatewayId, begins, end, datapoints: historyDatapoints, onDamaged }
      const [values] = await readStepValues(transaction, wanted, async () => {})
      return values
    },
    'snapshot',
  )
}

/** Computes the expected values of the steps from all reports, one by one. */
async function expectedValues(gatewayId: string, begins: readonly number[]): Promise<StepValuesByDatapoint> {
  const reports = await readAllReports(pool, gatewayId, { from: begins[0] ?? end, until: end })
  return new Map(
    historyDatapoints.map(({ id, unit, key }) => {
      const found: StepValues[] = []
      for (const report of reports) {
        const value = report.unit === unit ? report.values[key] : undefined
        if (typeof value !== 'number' || value < -100 || value > 250) continue
        const step = begins.findLastIndex((begin) => begin <= report.micros / 1000)
        const last = found.at(-1)
        if (last?.step !== step) {
          found.push({ step, least: value, most: value, last: value, sum: value, count: 1 })
          continue
        }
        last.least = Math.min(last.least, value)
        last.most = Math.max(last.most, value)
        last.last = value
        last.sum += value
        last.count += 1
      }
      return [id, found]
    }),
  )
}

// The datapoints that a chart shows. Sums are compared only for these datapoints, because packed hours have no other
// sums.
const charted = new Set<string>(historyDatapoints.filter(({ isCharted }) => isCharted).map(({ id }) => id))

function comparable(values: StepValuesByDatapoint): unknown {
  return [...values].map(([id, steps]) => [
    id,
    steps.map(({ step, least, most, last, sum, count }) => [
      step,
      least,
      most,
      last,
      charted.has(id) ? Math.round(sum * 1e5) : 0,
      count,
    ]),
  ])
}

const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -80, max: 400 }).map((quarters) => quarters / 4) },
  fc.constantFrom<unknown>(
    '21',
    '',
    null,
    true,
    [20],
    { deep: 20 },
    1e300,
    -1e300,
    5e-324,
    250.25,
    -100.25,
    17.000000000000004,
  ),
)

const report = fc.record({
  minute: fc.integer({ min: 0, max: 4 * 24 * 60 - 1 }),
  datapoint: fc.constantFrom(...historyDatapoints),
  value,
  other: value,
  table: fc.constantFrom('telemetry', 'telemetry', 'telemetry', 'telemetry_late_report', 'both'),
})

const steps = fc.record({
  minutes: fc.constantFrom(3, 60, 90, 720, 1440),
  offset: fc.constantFrom(0, 0, 30, 45 * 60 + 7),
})

test('steps have the values of their reports, whether the database or the portal collects them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(report, { maxLength: 40 }),
      steps,
      fc.constantFrom(null, ...packedAt),
      async (reports, { minutes, offset }, now) => {
        await pool.query('truncate telemetry_day, telemetry_late_report, telemetry_month')
        await pool.query(`select ensure_telemetry_days('2026-03-10', '2026-03-18')`)
        const gatewayId = await insertTestGateway(pool)
        const once = new Map(reports.map((each) => [`${each.datapoint.unit} ${each.minute}`, each]))
        const toReport = (
          { minute, datapoint, ...values }: (typeof reports)[number],
          isRepeated: boolean,
        ): ReportToStore => ({
          gatewayId,
          unit: datapoint.unit,
          ts: new Date(start + minute * minuteMs).toISOString(),
          values: { [datapoint.key]: isRepeated ? values.other : values.value },
        })
        const all = [...once.values()]
        const inTime = all.filter(({ table }) => table !== 'telemetry_late_report')
        const late = all.filter(({ table }) => table !== 'telemetry')
        await insertTestReports(
          pool,
          inTime.map((each) => toReport(each, false)),
        )
        await insertTestReports(
          pool,
          late.map((each) => toReport(each, each.table === 'both')),
          'telemetry_late_report',
        )
        if (now !== null) await packAndMergeTelemetry({ pool, clock: { now: () => now }, onDamaged: () => {} })
        const from = start + offset * minuteMs
        const begins: number[] = []
        for (let at = from; at < end; at += minutes * minuteMs) begins.push(at)
        expect(comparable(await stepValues(gatewayId, begins))).toEqual(
          comparable(await expectedValues(gatewayId, begins)),
        )
      },
    ),
    { numRuns: 60 },
  )
}, 120_000)

test('a step that begins within an hour has only the values from then on', async () => {
  await pool.query('truncate telemetry_day, telemetry_late_report, telemetry_month')
  await pool.query(`select ensure_telemetry_days('2026-03-10', '2026-03-18')`)
  const gatewayId = await insertTestGateway(pool)
  const at = (minute: number, roomTemperature: number): ReportToStore => {
    return { gatewayId, ts: new Date(start + minute * minuteMs).toISOString(), values: { roomTemperature } }
  }
  await insertTestReports(pool, [at(29, 30), at(30, 20), at(59, 21), at(60, 22), at(90, 10)])
  const values = await stepValues(gatewayId, [start + hourMs / 2, start + (3 * hourMs) / 2])
  expect(values.get('hc1.roomTemperature')).toMatchObject([
    { step: 0, least: 20, most: 22, last: 22, sum: 63, count: 3 },
    { step: 1, least: 10, most: 10, last: 10, sum: 10, count: 1 },
  ])
})

test('if the other read fails, no statement is sent after the error is returned', async () => {
  await pool.query(`select ensure_telemetry_days('2026-03-10', '2026-03-18')`)
  const gatewayId = await insertTestGateway(pool)
  await insertTestReports(pool, [{ gatewayId, ts: '2026-03-12T12:00:00Z', values: { roomTemperature: 20 } }])
  const sent: string[] = []
  const wanted = { gatewayId, begins: [start], end, datapoints: historyDatapoints, onDamaged: () => {} }
  const read = inTransaction(pool, async (transaction) => {
    const recorded = new Transaction({
      query: async (query) => {
        sent.push(query.text)
        return transaction.query(query)
      },
    })
    return readStepValues(recorded, wanted, () => Promise.reject(new Error('The other read failed')))
  })
  await expect(read).rejects.toThrow('The other read failed')
  const before = sent.length
  for (let round = 0; round < 5; round += 1) await pool.query('select 1')
  expect(sent.slice(before)).toEqual([])
})
