import { openDatabase } from '#server/database/database.ts'
import { startTemporaryDatabase } from '#test/processes/temporary-database.ts'
import { createBenchDatabase, runWithDatabasePool } from './bench-database.ts'
import { insertHistory } from './history/data.ts'
import { createBaselineReads, createHourTable } from './history/baseline.ts'
import { createPortalReads } from './history/portal-reads.ts'
import { insertListData } from './list/data.ts'
import { type FigureLimit, limitOfBaselineAgainstItself, printFigure, printRatio } from './print-figures.ts'
import { readSizeOption } from './size-option.ts'
import { measureInTurns, median } from './measure-in-turns.ts'

// Measures reading a history, and reading the chart of an export, from 24 months of one gateway. The baseline reads one
// row for each hour with plain statements. With `--reports=200000` it uses less data.
const reports = readSizeOption('reports', 2_000_000)
const statusChanges = readSizeOption('changes', 166_000)
const ranges = [
  { range: 'a month', days: 30, limitMs: 40 },
  { range: 'a year', days: 365, limitMs: 150 },
  { range: '24 months', days: 719, limitMs: 300 },
]
const warmUps = 5
const rounds = 21
/** The limits of reads that must not be slower than the baseline. */
const limitsAgainstBaseline: Readonly<Record<string, FigureLimit>> = {
  'history of a year': { atMost: 1 },
  'chart of 24 months': { atMost: 1 },
}

const cluster = await startTemporaryDatabase({ durable: false })
try {
  const url = await createBenchDatabase(cluster.url, 'history')
  await insertListData(url, { issuer: 'bench', gateways: 100 })
  const gateway = await runWithDatabasePool(url, async (pool) => {
    const filled = await insertHistory(pool, { number: 1, reports, statusChanges })
    await createHourTable(pool)
    await pool.query('vacuum (analyze, freeze)')
    return filled
  })
  const database = openDatabase(url)
  const [ours, baseline] = [createPortalReads(database, gateway), createBaselineReads(database.pool, gateway.gatewayId)]
  for (const { range, days, limitMs } of ranges)
    for (const kind of ['history', 'chart'] as const) {
      const read = (of: typeof baseline | typeof ours) => async () => timeOf(async () => of[kind](days))
      const contenders = { baseline: read(baseline), ours: read(ours), baselineAgain: read(baseline) }
      await measureInTurns(contenders, warmUps)
      print(`${kind} of ${range}`, await measureInTurns(contenders, rounds), limitMs)
    }
  await database.close()
} finally {
  await cluster.stop()
}

function print(label: string, ms: Record<'baseline' | 'ours' | 'baselineAgain', number[]>, limitMs: number): void {
  const sizes = `${reports.toLocaleString('en')} reports, ${statusChanges.toLocaleString('en')} changes of the status`
  const figures = `baseline ${median(ms.baseline).toFixed(1)} ms`
  printFigure(label, ms.ours, { unit: 'ms', limit: { atMost: limitMs }, figures: sizes })
  printRatio(`${label}, against rows of hours`, [ms.ours, ms.baseline], {
    limit: limitsAgainstBaseline[label] ?? null,
    figures,
  })
  printRatio('rows of hours, against themselves', [ms.baselineAgain, ms.baseline], {
    limit: limitOfBaselineAgainstItself,
    figures,
  })
}

async function timeOf(read: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await read()
  return performance.now() - begun
}
