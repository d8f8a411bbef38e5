import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#server/database/database.ts'
import { startTemporaryDatabase } from '#test/processes/temporary-database.ts'
import { createBenchDatabase, runWithDatabasePool } from './bench-database.ts'
import { registerBenchGateways } from './bench-gateways.ts'
import { insertRecentReports } from './growth/data.ts'
import { insertHistory } from './history/data.ts'
import { measureReadTimes, createPortalReads } from './history/portal-reads.ts'
import { reportingGatewayCount, startListenerUnderLoad } from './ingest/listener-under-load.ts'
import { insertListData, pickSubjects } from './list/data.ts'
import { startAccessTokenIssuer } from './list/access-token-issuer.ts'
import { writeEmptyPage, startListPortal } from './list/list-portal.ts'
import { printRatio } from './print-figures.ts'
import { readSizeOption } from './size-option.ts'
import { measureInTurns, median } from './measure-in-turns.ts'
import { installWrkIfMissing, runWrk } from './wrk.ts'

// Measures operations whose cost must not grow with the data. Each operation runs in turn with little and with much
// data. `--gateways=100000`, `--rows=1000000` and `--month-reports=10000` use less data.
const sizes = { small: 1_000, middle: 100_000, large: readSizeOption('gateways', 1_000_000) }
const rows = readSizeOption('rows', 10_000_000)
const monthReports = readSizeOption('month-reports', 35_000)
const rounds = readSizeOption('rounds', 4)
const seconds = 4
const roundMs = 3_000
const limit = { atMost: 1.2 }
type Size = keyof typeof sizes

installWrkIfMissing()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-growth-'))
const cluster = await startTemporaryDatabase({ durable: true })
const issuer = await startAccessTokenIssuer()
try {
  await writeEmptyPage(folder)
  await printLists()
  await printIngest()
  await printCharts()
} finally {
  issuer.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

async function printLists(): Promise<void> {
  const names = Object.keys(sizes) as Size[]
  const urls: Partial<Record<Size, string>> = {}
  for (const name of names) {
    const url = await createBenchDatabase(cluster.url, name)
    await insertListData(url, { issuer: issuer.url, gateways: sizes[name] })
    urls[name] = url
  }
  const of = (name: Size) => urls[name] ?? ''
  const start = async (name: Size) => {
    const startedAt = performance.now()
    const portal = await startPortal(of(name), sizes[name])
    return { portal, seconds: (performance.now() - startedAt) / 1000 }
  }
  const starts = await measureInTurns({ small: startSeconds('small'), large: startSeconds('large') }, rounds)
  print('start of the portal', [starts.large, starts.small], { unit: 's' })
  const portals = { small: await start('small'), middle: await start('middle'), large: await start('large') }
  const load = (name: Size) => async () => {
    const { perSecond } = await runWrk({ ...portals[name].portal, connections: 32, seconds })
    return 1e6 / perSecond
  }
  for (const name of names) await load(name)()
  const times = await measureInTurns({ small: load('small'), middle: load('middle'), large: load('large') }, rounds)
  print('a list', [times.middle, times.small], { unit: 'µs', name: 'middle' })
  print('a list', [times.large, times.small], { unit: 'µs' })
  for (const { portal } of Object.values(portals)) await portal.stop()

  function startSeconds(name: Size): () => Promise<number> {
    return async () => {
      const { portal, seconds: took } = await start(name)
      await portal.stop()
      return took
    }
  }
}

function startPortal(databaseUrl: string, gateways: number) {
  return startListPortal({ issuer, databaseUrl, pageDir: folder, subjects: pickSubjects(gateways, 100) })
}

async function printIngest(): Promise<void> {
  const urls = {
    empty: await createBenchDatabase(cluster.url, 'empty'),
    full: await createBenchDatabase(cluster.url, 'filled'),
  }
  for (const url of Object.values(urls))
    await runWithDatabasePool(url, (pool) => registerBenchGateways(pool, reportingGatewayCount))
  await runWithDatabasePool(urls.full, (pool) => insertRecentReports(pool, rows))
  const start = async (url: string) => {
    const underLoad = await startListenerUnderLoad({ url })
    return { underLoad, us: async () => 1e6 / (await underLoad.acknowledgedPerSecond(roundMs)) }
  }
  const contenders = { empty: await start(urls.empty), full: await start(urls.full) }
  for (const { us } of Object.values(contenders)) await us()
  const times = await measureInTurns({ empty: contenders.empty.us, full: contenders.full.us }, rounds * 2)
  const figures = `${perSecondOf(times.empty)}/s; ${perSecondOf(times.full)}/s`
  printRatio(`ingest into ${rows.toLocaleString('en')} rows, against into none`, [times.full, times.empty], {
    limit,
    figures,
  })
  for (const { underLoad } of Object.values(contenders)) await underLoad.stop()
}

function perSecondOf(times: readonly number[]): number {
  return Math.round(1e6 / median(times))
}

async function printCharts(): Promise<void> {
  const url = await createBenchDatabase(cluster.url, 'charts')
  await insertListData(url, { issuer: 'bench', gateways: 100 })
  const month = { reports: monthReports, statusChanges: 2_000 }
  const gateways = await runWithDatabasePool(url, async (pool) => {
    const young = await insertHistory(pool, { number: 1, ...month, since: '2026-10-20T00:00:00Z' })
    const old = await insertHistory(pool, { number: 2, reports: monthReports * 24, statusChanges: 48_000 })
    await pool.query('vacuum (analyze, freeze)')
    return { young, old }
  })
  const database = openDatabase(url)
  const read = (name: 'young' | 'old') => async () =>
    median(await measureReadTimes(() => createPortalReads(database, gateways[name]).history(30)))
  const times = await measureInTurns({ young: read('young'), old: read('old') }, rounds)
  const figures = `${median(times.young).toFixed(1)} ms; ${median(times.old).toFixed(1)} ms`
  printRatio('a month of a gateway that has reported for 24 months, against for one', [times.old, times.young], {
    limit,
    figures,
  })
  await database.close()
}

type Grown = { unit: string; name?: Size }

function print(label: string, [many, few]: readonly [readonly number[], readonly number[]], grown: Grown): void {
  const { unit, name = 'large' } = grown
  const figures = `${median(few).toFixed(2)} ${unit}; ${median(many).toFixed(2)} ${unit}`
  const among = `among ${sizes[name].toLocaleString('en')} gateways against among ${sizes.small.toLocaleString('en')}`
  printRatio(`${label}, ${among}`, [many, few], { limit, figures })
}
