import { openDatabase } from '#server/database/database.ts'
import { startTemporary } from '#server/database/temporary.ts'
import { createDatabase, workOnDatabase } from './database.ts'
import { fillHistory } from './history/data.ts'
import { readsOf, readTimesOf } from './history/reads.ts'
import { fillList } from './list/data.ts'
import { printFigure } from './print.ts'
import { sizeOption } from './sizes.ts'

// Measures reading a history and the chart of an export, for a month and for a year, from 24 months of one gateway.
// `--reports=200000` uses less data.
const reports = sizeOption('reports', 2_000_000)
const statusChanges = sizeOption('changes', 166_000)
const barsMs = { month: 40, year: 150 }
const days = { month: 30, year: 365 }

const cluster = await startTemporary({ durable: false })
try {
  const url = await createDatabase(cluster.url, 'history')
  await fillList(url, { issuer: 'bench', gateways: 100 })
  const gateway = await workOnDatabase(url, async (pool) => {
    const filled = await fillHistory(pool, { number: 1, reports, statusChanges })
    await pool.query('vacuum (analyze, freeze)')
    return filled
  })
  const database = openDatabase(url)
  const read = readsOf(database, gateway)
  const sizes = `${reports.toLocaleString('en')} reports, ${statusChanges.toLocaleString('en')} changes of the status`
  for (const range of ['month', 'year'] as const) {
    printFigure(`history of a ${range}`, await readTimesOf(() => read.history(days[range])), {
      unit: 'ms',
      bar: { atMost: barsMs[range] },
      figures: sizes,
    })
    printFigure(`chart of an export of a ${range}`, await readTimesOf(() => read.chart(days[range])), {
      unit: 'ms',
      bar: { atMost: barsMs[range] },
      figures: sizes,
    })
  }
  await database.close()
} finally {
  await cluster.stop()
}
