import { openDatabase } from '#server/database/database.ts'
import { runWithDatabasePool } from '../database-pool.ts'
import { startBenchServer } from './bench-server.ts'
import { insertHistory } from './history/data.ts'
import { createBaselineReads, createHourTable } from './history/baseline.ts'
import { createPortalReads, measureMs } from './history/portal-reads.ts'
import { insertListData } from './list/data.ts'
import { compareWithBaseline } from './compare-with-baseline.ts'
import { type FigureLimit, printFigure } from './print-figures.ts'
import { readSizeOption } from './size-option.ts'

// Measures reading a history, and reading the chart of an export, from 24 months of one gateway. The baseline reads
// one row for each hour with plain statements. `--reports=200000` uses less data.

const reports = readSizeOption('reports', 2_000_000)
const statusChanges = readSizeOption('changes', 166_000)
const ranges = [
  { range: 'a month', days: 30, limitMs: 40 },
  { range: 'a year', days: 365, limitMs: 150 },
  { range: '24 months', days: 719, limitMs: 300 },
]
/** The limits of reads that must not be slower than the baseline. */
const limitsAgainstBaseline: Readonly<Record<string, FigureLimit>> = {
  'history of a year': { atMost: 1 },
  'chart of 24 months': { atMost: 1 },
}

await using server = await startBenchServer({ durable: false })
const url = await server.createDatabase('history')
await insertListData(url, { issuer: 'bench', gateways: 100 })
const gateway = await runWithDatabasePool(url, async (pool) => {
  const filled = await insertHistory(pool, { number: 1, reports, statusChanges })
  await createHourTable(pool)
  await pool.query('vacuum (analyze, freeze)')
  return filled
})
const database = openDatabase(url)
const reads = {
  ours: createPortalReads(database, gateway),
  baseline: createBaselineReads(database.pool, gateway.gatewayId),
}
const figures = `${reports.toLocaleString('en')} reports, ${statusChanges.toLocaleString('en')} changes of the status`
for (const { range, days, limitMs } of ranges)
  for (const kind of ['history', 'chart'] as const) {
    const label = `${kind} of ${range}`
    const limit = limitsAgainstBaseline[label] ?? null
    const { ours } = await compareWithBaseline(
      {
        baseline: async () => measureMs(async () => reads.baseline[kind](days)),
        ours: async () => measureMs(async () => reads.ours[kind](days)),
      },
      {
        warmUps: 5,
        rounds: 21,
        figures: [{ label: `${label}, against rows of hours`, of: (ms) => ms, unit: 'ms', digits: 1, limit }],
      },
    )
    printFigure(label, ours, { unit: 'ms', limit: { atMost: limitMs }, figures })
  }
await database.close()
