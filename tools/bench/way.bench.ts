import { createHash } from 'node:crypto'
import { startTemporaryDatabase } from '#test/processes/temporary-database.ts'
import { readCpuSeconds, findPostgresPid } from './process-cpu.ts'
import { createBenchDatabase, runWithDatabasePool } from './bench-database.ts'
import { limitOfBaselineAgainstItself, printFigure, printRatio } from './print-figures.ts'
import { startBenchProcess, type BenchProcess } from './bench-process.ts'
import { insertSubscriptionData } from './push/data.ts'
import { readSizeOption } from './size-option.ts'
import { median } from './measure-in-turns.ts'

// Measures the CPU time that a report costs from the gateway to the owner's page, separately for the listener,
// PostgreSQL and the event bus. Also compares a fixed computation with itself, which shows whether the speed of the
// machine is steady. `--rate=8000` sends more reports a second than the default of 2,000.
const gateways = 1_000
const perSecond = readSizeOption('rate', 2_000)
const seconds = 5
const rounds = readSizeOption('rounds', 6)
const limitUs = 250
const megabyte = Buffer.alloc(1_000_000, 'gateway')

const cluster = await startTemporaryDatabase({ durable: true })
try {
  const url = await createBenchDatabase(cluster.url, 'way')
  await runWithDatabasePool(url, (pool) => insertSubscriptionData(pool, gateways))
  const start = (program: string, args: (string | number)[], role?: 'ingest' | 'push') =>
    startBenchProcess(new URL(program, import.meta.url), args, role)
  const parts = {
    ingest: await start('ingest/listener.ts', [url], 'ingest'),
    push: await start('push/portal.ts', [url], 'push'),
  }
  const travellers = await start('push/journey.ts', [parts.ingest.ready, parts.push.ready, gateways])
  await measure(url, parts, travellers)
  for (const child of [travellers, parts.ingest, parts.push]) await child.stop()
} finally {
  await cluster.stop()
}

type Cpu = Record<'ingest' | 'database' | 'push', number>

async function measure(url: string, parts: Record<'ingest' | 'push', BenchProcess>, travellers: BenchProcess) {
  await runWithDatabasePool(url, async (pool) => {
    const postmaster = await findPostgresPid(pool)
    const cpu = async (): Promise<Cpu> => ({
      ingest: await parts.ingest.ask('cpu'),
      database: await readCpuSeconds(postmaster),
      push: await parts.push.ask('cpu'),
    })
    await travellers.ask('travel', { perSecond, seconds })
    const each: Cpu[] = []
    const computation: Record<'before' | 'after', number[]> = { before: [], after: [] }
    for (let round = 0; round < rounds; round += 1) {
      computation.before.push(computationMs())
      const before = await cpu()
      const reports = await travellers.ask('travel', { perSecond, seconds })
      const after = await cpu()
      computation.after.push(computationMs())
      const of = (part: keyof Cpu) => ((after[part] - before[part]) / reports) * 1e6
      each.push({ ingest: of('ingest'), database: of('database'), push: of('push') })
    }
    const [p50, p99] = [await travellers.ask('quantile', 0.5), await travellers.ask('quantile', 0.99)]
    const middle = (part: keyof Cpu) => Math.round(median(each.map((cpuOf) => cpuOf[part])))
    printFigure(
      `CPU of a report from PUBLISH to the page, at ${perSecond} a second`,
      each.map(({ ingest, database, push }) => ingest + database + push),
      {
        unit: 'µs',
        limit: { atMost: limitUs },
        figures: `ingest ${middle('ingest')}, PostgreSQL ${middle('database')}, push ${middle('push')} µs; it takes p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      },
    )
    printRatio('a fixed computation, against itself', [computation.after, computation.before], {
      limit: limitOfBaselineAgainstItself,
      figures: `${median(computation.before).toFixed(0)} ms`,
    })
  })
}

/** Measures the CPU time of hashing 64 MB, in ms. A busy or throttled machine takes longer. */
function computationMs(): number {
  const before = process.cpuUsage()
  const hash = createHash('sha256')
  for (let block = 0; block < 64; block += 1) hash.update(megabyte)
  hash.digest()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
