import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Pool } from 'pg'
import { startTemporaryDatabase } from '#test/processes/temporary-database.ts'
import { packAndMergeTelemetry } from '#server/telemetry/packing/packing.ts'
import { readCpuSeconds, findPostgresPid } from './process-cpu.ts'
import { createBenchDatabase, runWithDatabasePool } from './bench-database.ts'
import { registerBenchGateways } from './bench-gateways.ts'
import { printFigure, printRatio } from './print-figures.ts'
import { readSizeOption } from './size-option.ts'
import { storeSimulatedReports } from './storage/data.ts'
import { estimateFleetCosts } from './storage/estimate-fleet.ts'
import { measureLongestTurn } from './storage/longest-turn.ts'
import { measureParquetBytes } from './storage/parquet.ts'

// Measures the disk space of a report: as a row, in a packed day, in a merged month, and as Parquet written by
// DuckDB. The reports are those of simulated houses with a sensor noise of 0.1 K. `--gateways=20`, `--days=10` and
// `--minutes=5` change their number.
const gateways = readSizeOption('gateways', 100)
const days = readSizeOption('days', 30)
const minutes = readSizeOption('minutes', 10)
const dayMs = 86_400_000
const hoursOfAll = gateways * days * 24
const from = Date.UTC(2026, 2, 1)
const until = from + days * dayMs

const folder = await mkdtemp(path.join(tmpdir(), 'bench-storage-'))
const cluster = await startTemporaryDatabase({ durable: true })
try {
  const url = await createBenchDatabase(cluster.url, 'storage')
  await runWithDatabasePool(url, measure)
} finally {
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(pool: Pool): Promise<void> {
  await registerBenchGateways(pool, gateways)
  const wanted = { gateways, from, until, everyMs: minutes * 60_000 }
  const { reports, files } = await storeSimulatedReports(pool, folder, wanted)
  const figures = `${reports.toLocaleString('en')} reports, ${gateways} gateways, ${days} days`
  const bytes = { unit: 'bytes', digits: 2, figures }
  const rowBytes = (await sizeOf(pool, 'telemetry')) / reports
  printFigure('a report as a row', [rowBytes], { ...bytes, limit: null })
  const packing = await packAll(pool)
  const packedDays = await sharesOf(pool, 'telemetry_day')
  printFigure('a report in a packed day, with its share of the index', [packedDays.data / reports], {
    ...bytes,
    limit: null,
  })
  printFigure('an hour of a gateway in a packed day', [packedDays.hours / hoursOfAll], { ...bytes, limit: null })
  const merging = await mergeAll(pool)
  const packed = await sharesOf(pool, 'telemetry_month')
  const perReport = packed.data / reports
  printFigure('a packed report, with its share of the index', [perReport], { ...bytes, limit: { atMost: 3 } })
  printFigure('an hour of a gateway', [packed.hours / hoursOfAll], { ...bytes, limit: { atMost: 30 } })
  const parquet = await measureParquetBytes(files)
  printRatio('a packed report, against Parquet', [[perReport], [parquet / reports]], {
    limit: { atMost: 1.5 },
    figures: `Parquet ${(parquet / reports).toFixed(2)} bytes a report`,
  })
  for (const [label, { cpuMs, databaseMs, seconds, count, longestMs }] of [
    ['packing', packing],
    ['merging', merging],
  ] as const) {
    const took = {
      unit: 'ms',
      digits: 2,
      limit: null,
      figures: `${seconds.toFixed(1)} s for ${count.toLocaleString('en')} days`,
    }
    printFigure(`${label} a day of a gateway, CPU of the packer`, [cpuMs / count], took)
    printFigure(`${label} a day of a gateway, CPU of PostgreSQL`, [databaseMs / count], took)
    printFigure(`${label}, longest turn of the event loop`, [longestMs], { unit: 'ms', limit: { atMost: 10 }, figures })
  }
  const { terabytes, cores } = estimateFleetCosts({
    rowBytes,
    dayBytes: (packedDays.data + packedDays.hours) / (gateways * days),
    mergedDayBytes: (packed.data + packed.hours) / (gateways * days),
    dayMs: [packing, merging].reduce((sum, { cpuMs, databaseMs, count }) => sum + (cpuMs + databaseMs) / count, 0),
  })
  const fleet = '10,000,000 gateways, 24 months'
  printFigure('disk of a fleet at its fullest moment', [terabytes], {
    unit: 'TB',
    limit: { atMost: 16 },
    figures: fleet,
  })
  printFigure('packing and merging of a fleet', [cores], {
    unit: 'cores',
    digits: 2,
    limit: { atMost: 2 },
    figures: fleet,
  })
}

type Work = { cpuMs: number; databaseMs: number; seconds: number; count: number; longestMs: number }

/**
 * Packs the first half of the days and measures the CPU time. Then packs the second half and measures the longest
 * turn of the event loop.
 */
async function packAll(pool: Pool): Promise<Work> {
  const half = from + Math.ceil(days / 2) * dayMs
  const work = await measureWork(pool, async () => packUntil(pool, half))
  const longestMs = await measureLongestTurn(async () => packUntil(pool, until))
  return { ...work, longestMs }
}

/** Merges the packed days of each month. Measures the CPU time and the longest turn of the event loop. */
async function mergeAll(pool: Pool): Promise<Work> {
  let longestMs = 0
  const end = from + 100 * dayMs
  const work = await measureWork(pool, async () => {
    longestMs = await measureLongestTurn(async () => packUntil(pool, end))
    return gateways * days
  })
  return { ...work, longestMs }
}

async function measureWork(pool: Pool, act: () => Promise<number>): Promise<Omit<Work, 'longestMs'>> {
  const postmaster = await findPostgresPid(pool)
  const databaseBefore = await readCpuSeconds(postmaster)
  const [cpuBefore, begun] = [process.cpuUsage(), performance.now()]
  const count = await act()
  const { user, system } = process.cpuUsage(cpuBefore)
  const seconds = (performance.now() - begun) / 1000
  const databaseMs = ((await readCpuSeconds(postmaster)) - databaseBefore) * 1000
  return { cpuMs: (user + system) / 1000, databaseMs, seconds, count }
}

async function packUntil(pool: Pool, end: number): Promise<number> {
  return packAndMergeTelemetry({
    pool,
    clock: { now: () => end + dayMs + 3_600_000 },
    onDamaged: ({ error }) => {
      throw error
    },
  })
}

async function sizeOf(pool: Pool, table: string): Promise<number> {
  await pool.query(`vacuum (analyze) ${table}`)
  const { rows } = await pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(relid))::float8 as bytes from pg_partition_tree('${table}')`,
  )
  return rows[0]?.bytes ?? Number.NaN
}

/** Returns the size of a table in bytes: `hours` for the hourly summaries, `data` for everything else. */
async function sharesOf(pool: Pool, table: string): Promise<{ hours: number; data: number }> {
  const all = await sizeOf(pool, table)
  const { rows } = await pool.query<{ hours: number }>(
    `select sum(pg_column_size(hours))::float8 as hours from ${table}`,
  )
  const hours = rows[0]?.hours ?? Number.NaN
  return { hours, data: all - hours }
}
