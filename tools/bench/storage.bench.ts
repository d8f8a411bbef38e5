import type { Pool } from 'pg'
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import { readCpuSeconds } from '../process-table.ts'
import { findPostgresPid, runWithDatabasePool, startBenchServer } from './bench-server.ts'
import { registerBenchGateways } from './bench-gateways.ts'
import { packTelemetryAt } from './history/data.ts'
import { printFigure, printRatio } from './print-figures.ts'
import { readSizeOption } from './size-option.ts'
import { insertSimulatedReports } from './storage/data.ts'
import { estimateFleetCosts } from './storage/estimate-fleet.ts'
import { measureLongestTurn } from './storage/longest-turn.ts'
import { measureParquetBytes } from './storage/parquet.ts'

// Measures the disk space of a report: as a row, in a packed day, in a merged month, and as Parquet written by
// DuckDB. The reports are those of simulated houses with a sensor noise of 0.1 K. `--gateways=20`, `--days=10` and
// `--minutes=5` change their number.

const gateways = readSizeOption('gateways', 100)
const days = readSizeOption('days', 30)
const minutes = readSizeOption('minutes', 10)
const gatewayDays = gateways * days
const from = Date.UTC(2026, 2, 1)
const until = from + days * dayMs

await using server = await startBenchServer({ durable: true })
await runWithDatabasePool(await server.createDatabase('storage'), measure)

async function measure(pool: Pool): Promise<void> {
  await registerBenchGateways(pool, gateways)
  const reports = await insertSimulatedReports(pool, { gateways, from, until, everyMs: minutes * minuteMs })
  const figures = `${reports.toLocaleString('en')} reports, ${gateways} gateways, ${days} days`
  const print = (label: string, bytes: number, atMost?: number): void =>
    printFigure(label, [bytes], { unit: 'bytes', digits: 2, figures, limit: atMost === undefined ? null : { atMost } })

  const rowBytes = (await sizeOf(pool, 'telemetry')) / reports
  print('a report as a row', rowBytes)
  const parquet = (await measureParquetBytes(pool, server.folder)) / reports
  const packing = await packHalves(pool)
  const packedDays = await sharesOf(pool, 'telemetry_day')
  print('a report in a packed day, with its share of the index', packedDays.data / reports)
  print('an hour of a gateway in a packed day', packedDays.hours / gatewayDays / 24)
  const merging = await mergeAll(pool)
  const packed = await sharesOf(pool, 'telemetry_month')
  print('a packed report, with its share of the index', packed.data / reports, 3)
  print('an hour of a gateway', packed.hours / gatewayDays / 24, 30)
  printRatio('a packed report, against Parquet', [[packed.data / reports], [parquet]], {
    limit: { atMost: 1.5 },
    figures: `Parquet ${parquet.toFixed(2)} bytes a report`,
  })

  for (const [label, { cpuMs, databaseMs, longestMs }] of Object.entries({ packing, merging })) {
    const ms = { unit: 'ms', digits: 2, figures }
    printFigure(`${label} a day of a gateway, CPU of the packer`, [cpuMs], { ...ms, limit: null })
    printFigure(`${label} a day of a gateway, CPU of PostgreSQL`, [databaseMs], { ...ms, limit: null })
    printFigure(`${label}, longest turn of the event loop`, [longestMs], { ...ms, limit: { atMost: 10 } })
  }
  const { terabytes, cores } = estimateFleetCosts({
    rowBytes,
    dayBytes: (packedDays.data + packedDays.hours) / gatewayDays,
    mergedDayBytes: (packed.data + packed.hours) / gatewayDays,
    dayMs: packing.cpuMs + packing.databaseMs + merging.cpuMs + merging.databaseMs,
  })
  const fleet = { digits: 2, figures: '10,000,000 gateways, 24 months' }
  printFigure('disk of a fleet at its fullest moment', [terabytes], { ...fleet, unit: 'TB', limit: { atMost: 16 } })
  printFigure('packing and merging of a fleet', [cores], { ...fleet, unit: 'cores', limit: { atMost: 2 } })
}

/** The CPU time for a day of a gateway, and the longest turn of the event loop. */
type Work = { cpuMs: number; databaseMs: number; longestMs: number }

/**
 * Packs the first half of the days and measures the CPU time. Then packs the second half and measures the longest
 * turn of the event loop.
 */
async function packHalves(pool: Pool): Promise<Work> {
  const half = Math.ceil(days / 2)
  const work = await measureWork(pool, gateways * half, async () => packUntil(pool, from + half * dayMs))
  return { ...work, longestMs: await measureLongestTurn(async () => packUntil(pool, until)) }
}

/** Merges the packed days of each month. Measures the CPU time and the longest turn of the event loop. */
async function mergeAll(pool: Pool): Promise<Work> {
  let longestMs = 0
  const merge = async () => packUntil(pool, from + 100 * dayMs)
  const work = await measureWork(pool, gatewayDays, async () => (longestMs = await measureLongestTurn(merge)))
  return { ...work, longestMs }
}

async function measureWork(pool: Pool, count: number, act: () => Promise<unknown>): Promise<Omit<Work, 'longestMs'>> {
  const postmaster = await findPostgresPid(pool)
  const [databaseBefore, cpuBefore] = [readCpuSeconds(postmaster), process.cpuUsage()]
  await act()
  const { user, system } = process.cpuUsage(cpuBefore)
  const databaseMs = (readCpuSeconds(postmaster) - databaseBefore) * 1000
  return { cpuMs: (user + system) / 1000 / count, databaseMs: databaseMs / count }
}

async function packUntil(pool: Pool, end: number): Promise<number> {
  return packTelemetryAt(pool, end + dayMs + hourMs)
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
