import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from 'pg'
import { historyDatapoints } from '#contract/datapoints.ts'
import { dayMs, hourMs } from '#contract/durations.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { readReports } from '#server/telemetry/read-reports.ts'
import { readStepValues } from '#server/telemetry/step-values.ts'
import { preventPartitionDrop } from '#server/telemetry/store.ts'
import { runWithDatabasePool } from '../database-pool.ts'
import { startBenchServer } from './bench-server.ts'
import { registerBenchGateways } from './bench-gateways.ts'
import { packTelemetryAt, throwError } from './history/data.ts'
import { printFigure } from './print-figures.ts'
import { readSizeOption } from './size-option.ts'

// Measures one gateway with 1,000,000 reports in a day: the longest turns of the event loop while the portal reads,
// charts and packs these reports. With `--reports=100000` it makes fewer reports.
const reports = readSizeOption('reports', 1_000_000)
const day = Date.UTC(2026, 2, 12)

const insertReports = `
  insert into telemetry
  select id, 'heatCurve', ts, ts + interval '1 second', n,
    jsonb_build_object('outdoorTemperature', round((random() * 30 - 10)::numeric, 1), 'flowSetpoint', 40,
      'flowTemperature', round((random() * 30 + 30)::numeric, 1), 'burnerModulation', (random() * 100)::int)
  from gateway, generate_series(1, $1::int) n,
    lateral (select '2026-03-12T00:00:00Z'::timestamptz + (n - 1) * $2::float8 * interval '1 second') as moment (ts)`

await using server = await startBenchServer({ durable: false })
await runWithDatabasePool(await server.createDatabase('crowded'), measure)

async function measure(pool: Pool): Promise<void> {
  await registerBenchGateways(pool, 1)
  await pool.query(`select ensure_telemetry_days('2026-03-12', '2026-03-12')`)
  await pool.query(insertReports, [reports, dayMs / 1000 / reports])
  await pool.query('vacuum analyze telemetry')
  const gatewayId = (await pool.query<{ id: string }>('select id from gateway')).rows[0]?.id ?? ''
  await print('reading', async () => readAll(pool, gatewayId))
  await print('chart', async () => chart(pool, gatewayId))
  await print('packing', async () => packTelemetryAt(pool, day + 3 * dayMs))
  await print('reading packed', async () => readAll(pool, gatewayId))
  await print('chart of hours', async () => chart(pool, gatewayId))
  await print('merging', async () => packTelemetryAt(pool, day + 90 * dayMs))
  await print('reading merged', async () => readAll(pool, gatewayId))
}

async function print(label: string, act: () => Promise<unknown>): Promise<void> {
  const begun = performance.now()
  const longest = await measureLongestTurn(act)
  const figures = `${reports.toLocaleString('en')} reports, ${((performance.now() - begun) / 1000).toFixed(1)} s`
  printFigure(`${label}: longest turn of the event loop`, [longest], { unit: 'ms', limit: { atMost: 10 }, figures })
}

async function readAll(pool: Pool, gatewayId: string): Promise<void> {
  await inSnapshot(pool, async (transaction) => {
    let count = 0
    for await (const some of readReports(transaction, {
      gatewayId,
      from: day,
      until: day + dayMs,
      onDamaged: throwError,
    }))
      count += some.length
    if (count !== reports) throw new Error(`${count} reports were read`)
  })
}

async function chart(pool: Pool, gatewayId: string): Promise<void> {
  const begins = Array.from({ length: 24 }, (_, hour) => day + hour * hourMs)
  const wanted = { gatewayId, begins, end: day + dayMs, datapoints: historyDatapoints, onDamaged: throwError }
  await inSnapshot(pool, async (transaction) => void (await readStepValues(transaction, wanted, async () => {})))
}

async function inSnapshot(pool: Pool, act: (transaction: Transaction) => Promise<void>): Promise<void> {
  await inTransaction(
    pool,
    async (transaction) => {
      await preventPartitionDrop(transaction)
      await act(transaction)
    },
    'snapshot',
  )
}

/**
 * Runs `act`, and returns the longest turn of the event loop during this time, in ms. The turn is measured as CPU time
 * of the thread, so other processes have no effect.
 */
async function measureLongestTurn(act: () => Promise<unknown>): Promise<number> {
  const over = new AbortController()
  const longest = longestTurnMs(over.signal)
  await act()
  over.abort()
  return longest
}

async function longestTurnMs(over: AbortSignal): Promise<number> {
  let longest = 0
  while (!over.aborted) {
    const before = process.threadCpuUsage()
    await nextTurn()
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, user + system)
  }
  return longest / 1000
}
