import { openDatabase } from '#server/database/database.ts'
import { runWithDatabasePool } from '../database-pool.ts'
import { startBenchServer } from './bench-server.ts'
import { registerBenchGateways } from './bench-gateways.ts'
import { compareWithBaseline } from './compare-with-baseline.ts'
import { insertRecentReports } from './growth/data.ts'
import { insertHistory } from './history/data.ts'
import { createPortalReads, measureMs } from './history/portal-reads.ts'
import { reportingGatewayCount, startListenerUnderLoad } from './ingest/listener-under-load.ts'
import { insertListData, pickSubjects } from './list/data.ts'
import { createBenchIssuer, startListPortal } from './list/list-portal.ts'
import { readSizeOption } from './size-option.ts'
import { installWrkIfMissing, runWrk } from './wrk.ts'

// Measures operations whose cost must not grow with the data. The baseline of each is the same operation with little
// data. `--gateways=100000`, `--rows=1000000` and `--month-reports=10000` use less data.

const sizes = { small: 1_000, large: readSizeOption('gateways', 1_000_000) }
const rows = readSizeOption('rows', 10_000_000)
const monthReports = readSizeOption('month-reports', 35_000)
const rounds = readSizeOption('rounds', 4)

installWrkIfMissing()
await using server = await startBenchServer({ durable: true })
await using issuer = await createBenchIssuer()
await compareLists()
await compareIngest()
await compareCharts()

async function compareLists(): Promise<void> {
  const urls = { small: await createListDatabase('small'), large: await createListDatabase('large') }
  const start = async (size: keyof typeof sizes) => {
    const subjects = pickSubjects(sizes[size], 100)
    return startListPortal({ issuer, databaseUrl: urls[size], folder: server.folder, subjects })
  }
  const measureStart = (size: keyof typeof sizes) => async () => {
    const begun = performance.now()
    await using _portal = await start(size)
    return (performance.now() - begun) / 1000
  }
  const among = `among ${sizes.large.toLocaleString('en')} gateways against among ${sizes.small.toLocaleString('en')}`
  await compare(`start of the portal, ${among}`, { small: measureStart('small'), large: measureStart('large') }, 's')
  await using small = await start('small')
  await using large = await start('large')
  const measureList = (portal: typeof small) => async () =>
    1e6 / (await runWrk({ ...portal, connections: 32, seconds: 4 })).perSecond
  await compare(`a list, ${among}`, { small: measureList(small), large: measureList(large) }, 'µs')
}

async function createListDatabase(size: keyof typeof sizes): Promise<string> {
  const url = await server.createDatabase(size)
  await insertListData(url, { issuer: issuer.url, gateways: sizes[size] })
  return url
}

async function compareIngest(): Promise<void> {
  const urls = [await server.createDatabase('empty'), await server.createDatabase('filled')] as const
  for (const url of urls) await runWithDatabasePool(url, (pool) => registerBenchGateways(pool, reportingGatewayCount))
  await runWithDatabasePool(urls[1], (pool) => insertRecentReports(pool, rows))
  await using empty = await startListenerUnderLoad({ url: urls[0] })
  await using filled = await startListenerUnderLoad({ url: urls[1] })
  const measure = (listener: typeof empty) => async () => 1e6 / (await listener.acknowledgedPerSecond(3_000))
  const label = `ingest into ${rows.toLocaleString('en')} rows, against into none`
  await compare(label, { small: measure(empty), large: measure(filled) }, 'µs')
}

async function compareCharts(): Promise<void> {
  const url = await server.createDatabase('charts')
  await insertListData(url, { issuer: 'bench', gateways: 100 })
  const month = { reports: monthReports, statusChanges: 2_000 }
  const gateways = await runWithDatabasePool(url, async (pool) => {
    const small = await insertHistory(pool, { number: 1, ...month, since: '2026-10-20T00:00:00Z' })
    const large = await insertHistory(pool, { number: 2, reports: monthReports * 24, statusChanges: 48_000 })
    await pool.query('vacuum (analyze, freeze)')
    return { small, large }
  })
  const database = openDatabase(url)
  const measure = (size: keyof typeof gateways) => async () =>
    measureMs(async () => createPortalReads(database, gateways[size]).history(30))
  const label = 'a month of a gateway that has reported for 24 months, against for one'
  await compare(label, { small: measure('small'), large: measure('large') }, 'ms')
  await database.close()
}

async function compare(
  label: string,
  { small, large }: Record<keyof typeof sizes, () => Promise<number>>,
  unit: 's' | 'ms' | 'µs',
): Promise<void> {
  const figure = { label, of: (value: number) => value, unit, digits: 1, limit: { atMost: 1.2 } }
  const more = unit === 'ms' ? 20 : 1
  await compareWithBaseline(
    { baseline: small, ours: large },
    { warmUps: more, rounds: rounds * more, figures: [figure] },
  )
}
