import { strictEqual } from 'node:assert'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { migrate } from '#server/database/migrate.ts'
import { startTemporaryDatabase } from '#test/processes/temporary-database.ts'
import * as packages from '#test/exports/test-package.ts'
import type { PackageRequest } from '#server/exports/package/write-package.ts'
import { packAndMergeTelemetry } from '#server/telemetry/packing/packing.ts'
import { unpackPreviousRelease } from '../drill/previous-release.ts'
import { runWithDatabasePool } from './bench-database.ts'
import { registerBenchGateways, benchSerialOf } from './bench-gateways.ts'
import { insertReportsStatement } from './history/data.ts'
import { startDevicesProcess, startListenerProcess } from './ingest/listener-under-load.ts'
import { printFigure } from './print-figures.ts'
import { type BenchProcess, startBenchProcess } from './bench-process.ts'
import { readSizeOption } from './size-option.ts'

// Upgrades a database of the previous release, with 10,000,000 reports as rows, to this release, while gateways report.
// Measures the migrations, the packing, and the number of reports that are stored during the upgrade. Exports must have
// the same bytes before and after. With `--reports=200000` the database has fewer reports.
const reports = readSizeOption('reports', 10_000_000)
const days = 17
const reportsOfGateway = days * 24 * 6 * 4
const gateways = Math.ceil(reports / reportsOfGateway)
const devices = Math.min(100, gateways)
const sliceMs = 500
const dayMs = 86_400_000
const thisMonth = new Date()
const until = Date.UTC(thisMonth.getUTCFullYear(), thisMonth.getUTCMonth() - 1)
const from = until - days * dayMs
const count = `${(gateways * reportsOfGateway).toLocaleString('en')} reports of ${gateways} gateways`

type TestPackages = Pick<typeof packages, 'writeTestPackage' | 'readTestPackage'>

/** The module of the previous release that writes and reads packages. */
type PreviousPackages = {
  packed: TestPackages['writeTestPackage']
  unpacked: TestPackages['readTestPackage']
}

const folder = await mkdtemp(path.join(tmpdir(), 'bench-moving-'))
const cluster = await startTemporaryDatabase({ durable: true })
try {
  const release = await unpackPreviousRelease(folder)
  if (release === undefined) throw new Error('git does not have the commit of the previous release')
  await runWithDatabasePool(cluster.url, async (pool) => pool.query('create database moving'))
  await moveOver(cluster.url.replace(/\/[^/]*$/u, '/moving'), release)
} finally {
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

async function moveOver(url: string, release: string): Promise<void> {
  const previous = (file: string) => pathToFileURL(path.join(release, file))
  const load = async <Module>(file: string) => (await import(previous(file).href)) as Module
  await (await load<{ migrate: typeof migrate }>('server/database/migrate.ts')).migrate({ url })
  await runWithDatabasePool(url, fillDatabase)
  const { packed: writeTestPackage, unpacked: readTestPackage } = await load<PreviousPackages>(
    'server/exports/package/testing.ts',
  )
  const hashes = { previous: await hashExports(url, { writeTestPackage, readTestPackage }), before: '', after: '' }

  const oldListener = await startBenchProcess(previous('bench/ingest/listener.ts'), [url, 'store'])
  await whileReporting('before the migrations', oldListener, async () => pause(5_000))
  await whileReporting('during the migrations', oldListener, async () => {
    const done = await measureTime(async () => migrate({ url }))
    printFigure('migrations', [done.seconds], { unit: 's', limit: null, figures: `${done.result.length} of them` })
  })
  await oldListener.stop()

  hashes.before = await hashExports(url, packages)
  const listener = await startListenerProcess(url, 'listener.ts')
  await whileReporting('before packing', listener, async () => pause(5_000))
  await whileReporting('during packing', listener, async () => runWithDatabasePool(url, packDays))
  await listener.stop()
  hashes.after = await hashExports(url, packages)
  process.stdout.write(`SHA-256 of telemetry.csv: ${JSON.stringify(hashes)}\n`)
  strictEqual(hashes.before, hashes.previous)
  strictEqual(hashes.after, hashes.before)
}

async function fillDatabase(pool: Pool): Promise<void> {
  await registerBenchGateways(pool, gateways)
  await pool.query(`select ensure_telemetry_partitions(to_timestamp($1)::date, now()::date + 1)`, [from / 1000])
  await pool.query(
    `with owner as (insert into person (issuer, subject, country) values ('bench', 'owner', 'DE') returning id)
     insert into connection (person_id, gateway_id, added_at, owner_since)
     select owner.id, g.id, '2020-01-01', '2020-01-01' from owner, gateway g where serial = any ($1)`,
    [[0, gateways - 1].map(benchSerialOf)],
  )
  const { rows } = await pool.query<{ id: string }>('select id from gateway')
  for (const { id } of rows)
    await pool.query(insertReportsStatement, [id, reportsOfGateway / 4, new Date(until), new Date(from)])
  await pool.query('vacuum (analyze)')
}

/** Returns the SHA-256 of all readings in the exports that a release writes. */
async function hashExports(url: string, { writeTestPackage, readTestPackage }: TestPackages): Promise<string> {
  return runWithDatabasePool(url, async (pool) => {
    const { rows } = await pool.query<Pick<PackageRequest, 'gatewayId' | 'personId'>>(
      'select gateway_id as "gatewayId", person_id as "personId" from connection order by gateway_id',
    )
    const hash = createHash('sha256')
    for (const row of rows) {
      const [fromDay, toDay] = [from, until - dayMs].map((at) => new Date(at).toISOString().slice(0, 10))
      const wanted = {
        ...row,
        fromDay: fromDay ?? '',
        toDay: toDay ?? '',
        ownerSince: new Date(0),
        requestedAt: new Date(),
      }
      const { bytes, rows: readings } = await writeTestPackage(pool, {
        ...wanted,
        source: 'HEATLYTICS',
        language: 'de',
      })
      if (readings < reportsOfGateway) throw new Error(`An export has ${readings} readings`)
      hash.update((await readTestPackage(bytes)).get('telemetry.csv') ?? '')
    }
    return hash.digest('hex')
  })
}

async function packDays(pool: Pool): Promise<void> {
  const done = await measureTime(async () =>
    packAndMergeTelemetry({ pool, clock: { now: () => Date.now() }, onDamaged: () => {} }),
  )
  printFigure('packing and merging', [done.seconds], {
    unit: 's',
    limit: null,
    figures: `${count}, ${done.result} days`,
  })
  const { rows } = await pool.query(
    `select (select sum(report_count)::int from telemetry_month) as packed, (select count(*)::int from telemetry_day) as days,
       (select count(*)::int from telemetry where ts < to_timestamp($1)) as loose`,
    [until / 1000],
  )
  strictEqual(JSON.stringify(rows), JSON.stringify([{ packed: gateways * reportsOfGateway, days: 0, loose: 0 }]))
}

/** Runs `act` while gateways report. Prints the stored reports per second, measured every half second. */
async function whileReporting(label: string, listener: BenchProcess, act: () => Promise<unknown>): Promise<void> {
  const load = await startDevicesProcess(listener, devices)
  await load.ask('acknowledgedPerSecond', 1_000)
  const over = new AbortController()
  const acting = act().finally(() => over.abort())
  const perSecond: number[] = []
  while (!over.signal.aborted) perSecond.push(await load.ask('acknowledgedPerSecond', sliceMs))
  await acting
  await load.stop()
  printFigure(`reports stored a second, ${label}`, perSecond, {
    unit: '',
    digits: 0,
    limit: null,
    figures: `${devices} gateways`,
  })
}

async function measureTime<Result>(act: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const begun = performance.now()
  const result = await act()
  return { result, seconds: (performance.now() - begun) / 1000 }
}
