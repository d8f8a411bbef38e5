import { readCpuSeconds } from '../process-table.ts'
import { runWithDatabasePool } from '../database-pool.ts'
import { findPostgresPid, startBenchServer } from './bench-server.ts'
import { printFigure } from './print-figures.ts'
import { startBenchProcess } from './bench-process.ts'
import { insertSubscriptionData } from './push/data.ts'
import { readSizeOption } from './size-option.ts'
import { median } from './measure-in-turns.ts'

// Measures the CPU time that a report costs from the gateway to the owner's page, separately for the listener,
// PostgreSQL and the event bus. `--rate=8000` sends more reports a second than the default of 2,000.
const gateways = 1_000
const perSecond = readSizeOption('rate', 2_000)
const seconds = 5
const rounds = readSizeOption('rounds', 6)

await using server = await startBenchServer({ durable: true })
const url = await server.createDatabase('way')
await runWithDatabasePool(url, (pool) => insertSubscriptionData(pool, gateways))
await using ingest = await startBenchProcess(new URL('ingest/listener.ts', import.meta.url), [url], 'ingest')
await using push = await startBenchProcess(new URL('push/portal.ts', import.meta.url), [url], 'push')
const journey = new URL('push/journey.ts', import.meta.url)
await using travellers = await startBenchProcess(journey, [ingest.ready, push.ready, gateways])

const postmaster = await runWithDatabasePool(url, findPostgresPid)
const parts = {
  ingest: async () => ingest.ask('cpu'),
  database: async () => readCpuSeconds(postmaster),
  push: async () => push.ask('cpu'),
}
await travellers.ask('travel', { perSecond, seconds })
const cpuUs: Record<keyof typeof parts, number>[] = []
for (let round = 0; round < rounds; round += 1) {
  const before = await readCpu()
  const reports = await travellers.ask('travel', { perSecond, seconds })
  const after = await readCpu()
  const of = (part: keyof typeof parts) => ((after[part] - before[part]) / reports) * 1e6
  cpuUs.push({ ingest: of('ingest'), database: of('database'), push: of('push') })
}
const [p50, p99] = [await travellers.ask('quantile', 0.5), await travellers.ask('quantile', 0.99)]
const middle = (part: keyof typeof parts) => Math.round(median(cpuUs.map((one) => one[part])))
printFigure(
  `CPU of a report from PUBLISH to the page, at ${perSecond} a second`,
  cpuUs.map((one) => one.ingest + one.database + one.push),
  {
    unit: 'µs',
    limit: { atMost: 250 },
    figures: `ingest ${middle('ingest')}, PostgreSQL ${middle('database')}, push ${middle('push')} µs; it takes p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  },
)

async function readCpu(): Promise<Record<keyof typeof parts, number>> {
  return { ingest: await parts.ingest(), database: await parts.database(), push: await parts.push() }
}
