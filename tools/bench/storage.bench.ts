import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from 'pg'
import { startTemporary } from '#server/database/temporary.ts'
import { packTelemetry } from '#server/telemetry/packing/packing.ts'
import { createDatabase, workOnDatabase } from './database.ts'
import { registerGateways } from './gateways.ts'
import { printFigure, printRatio } from './print.ts'
import { sizeOption } from './sizes.ts'
import { storeSimulated } from './storage/data.ts'
import { bytesAsParquet } from './storage/parquet.ts'

// Measures the disk space of a report: as a row, packed, and as Parquet written by DuckDB. The reports are of simulated
// houses with a noise of 0.1 K. `--gateways=20`, `--days=10` and `--minutes=5` change their number.
const gateways = sizeOption('gateways', 100)
const days = sizeOption('days', 30)
const minutes = sizeOption('minutes', 10)
const dayMs = 86_400_000
const from = Date.UTC(2026, 2, 1)
const until = from + days * dayMs

const folder = await mkdtemp(path.join(tmpdir(), 'bench-storage-'))
const cluster = await startTemporary({ durable: true })
try {
  const url = await createDatabase(cluster.url, 'storage')
  await workOnDatabase(url, measure)
} finally {
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(pool: Pool): Promise<void> {
  await registerGateways(pool, gateways)
  const wanted = { gateways, from, until, everyMs: minutes * 60_000 }
  const { reports, files } = await storeSimulated(pool, folder, wanted)
  const figures = `${reports.toLocaleString('en')} reports, ${gateways} gateways, ${days} days`
  const bytes = { unit: 'bytes', digits: 2, figures }
  printFigure('a report as a row', [(await sizeOf(pool, 'telemetry')) / reports], { ...bytes, bar: null })
  const { halfDays, cpuMs, seconds, longestMs } = await packAll(pool)
  const packed = await sizeOf(pool, 'telemetry_day')
  const hours = await hoursOf(pool)
  const perReport = (packed - hours.bytes) / reports
  printFigure('a packed report, with its share of the index', [perReport], { ...bytes, bar: { atMost: 3 } })
  printFigure('an hour of a gateway', [hours.bytes / hours.count], { ...bytes, bar: { atMost: 30 } })
  const parquet = await bytesAsParquet(files)
  const parquetFigures = `Parquet ${(parquet / reports).toFixed(2)} bytes a report`
  printRatio('a packed report, against Parquet', [[perReport], [parquet / reports]], {
    bar: { atMost: 1.5 },
    figures: parquetFigures,
  })
  printFigure('packing a day of a gateway, CPU of the packer', [cpuMs / halfDays], {
    unit: 'ms',
    bar: null,
    figures: `${seconds.toFixed(1)} s for ${halfDays.toLocaleString('en')} days`,
  })
  printFigure('packing, longest turn of the event loop', [longestMs], { unit: 'ms', bar: { atMost: 10 }, figures })
}

/** Packs the first half of the days, then the rest. Measures the longest turn of the event loop during the rest. */
async function packAll(pool: Pool) {
  const half = from + Math.ceil(days / 2) * dayMs
  const [cpuBefore, begun] = [process.cpuUsage(), performance.now()]
  const halfDays = await packUntil(pool, half)
  const { user, system } = process.cpuUsage(cpuBefore)
  const seconds = (performance.now() - begun) / 1000
  const over = new AbortController()
  const longest = longestTurnMs(over.signal)
  await packUntil(pool, until)
  over.abort()
  return { halfDays, cpuMs: (user + system) / 1000, seconds, longestMs: await longest }
}

async function packUntil(pool: Pool, end: number): Promise<number> {
  return packTelemetry({
    pool,
    clock: { now: () => end + dayMs + 3_600_000 },
    onDamaged: ({ error }) => {
      throw error
    },
  })
}

/** The maximum CPU time of the thread between two turns of its event loop. Unlike elapsed time, it excludes other processes. */
async function longestTurnMs(over: AbortSignal): Promise<number> {
  let longest = 0
  while (!over.aborted) {
    const before = process.threadCpuUsage()
    await nextTurn()
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, user + system)
  }
  return longest / 1000
}

async function sizeOf(pool: Pool, table: string): Promise<number> {
  await pool.query(`vacuum (analyze) ${table}`)
  const { rows } = await pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(relid))::float8 as bytes from pg_partition_tree('${table}')`,
  )
  return rows[0]?.bytes ?? Number.NaN
}

/** `count`: the number of hours of all gateways. */
async function hoursOf(pool: Pool): Promise<{ bytes: number; count: number }> {
  const { rows } = await pool.query<{ bytes: number; count: number }>(
    'select sum(pg_column_size(hours))::float8 as bytes, count(hours)::int * 24 as count from telemetry_day',
  )
  return rows[0] ?? { bytes: Number.NaN, count: 1 }
}
