import type { Pool } from 'pg'
import { openDatabase } from '#server/database/database.ts'
import { startTemporary } from '#server/database/temporary.ts'
import { createDatabase, workOnDatabase } from './database.ts'
import { fillHistory } from './history/data.ts'
import { readsOf, readTimesOf } from './history/reads.ts'
import { fillList } from './list/data.ts'
import { printFigure } from './print.ts'
import { sizeOption } from './sizes.ts'

// A history and the chart of an export, of a month and of a year, out of 24 months of one gateway.
// `--reports=200000` makes fewer.
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
  await workOnDatabase(url, printBytes)
} finally {
  await cluster.stop()
}

/** What a report and an hour of the gateway take, with their indexes. */
async function printBytes(pool: Pool): Promise<void> {
  const bytesOf = async (table: string, counted: string) => {
    const { rows } = await pool.query<{ bytes: number }>(
      `select (select sum(pg_total_relation_size(relid)) from pg_partition_tree('${table}'))::float8
         / (select count(distinct ${counted}) from ${table}) as bytes`,
    )
    return rows.map(({ bytes }) => bytes)
  }
  const line = { unit: 'bytes', digits: 0, bar: null, figures: 'with its indexes' }
  printFigure('a report in the database', await bytesOf('telemetry', '(gateway_id, unit, ts)'), line)
  printFigure('an hour of a gateway in the database', await bytesOf('telemetry_hour', '(gateway_id, hour)'), line)
}
