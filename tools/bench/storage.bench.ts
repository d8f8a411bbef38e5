import type { Pool } from 'pg'
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import { readCpuSeconds } from '../process-table.ts'
import { runWithDatabasePool } from '../database-pool.ts'
import { findPostgresPid, startBenchServer } from './bench-server.ts'
import { registerBenchGateways } from './bench-gateways.ts'
import { packTelemetryAt } from './history/data.ts'
import { type FigureLimit, printFigure } from './print-figures.ts'
import { readSizeOption } from './size-option.ts'
import { insertSimulatedReports } from './storage/data.ts'

// Measures the disk space of a report: as a row, in a packed day and in a merged month; and the CPU time of packing and
// merging. The reports are those of simulated houses with a sensor noise of 0.1 K. `--gateways=20`, `--days=10` and
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
  const print = (label: string, value: number, limit: FigureLimit = null): void => {
    const unit = label.includes('CPU') ? 'ms' : 'bytes'
    printFigure(label, [value], { unit, digits: 2, figures, limit })
  }

  print('a report as a row', (await sizeOf(pool, 'telemetry')) / reports)
  const packing = await measureCpu(pool, async () => packTelemetryAt(pool, until + dayMs + hourMs))
  const packedDays = await sharesOf(pool, 'telemetry_day')
  print('a report in a packed day, with its share of the index', packedDays.data / reports)
  print('an hour of a gateway in a packed day', packedDays.hours / gatewayDays / 24)
  const merging = await measureCpu(pool, async () => packTelemetryAt(pool, from + 101 * dayMs + hourMs))
  const merged = await sharesOf(pool, 'telemetry_month')
  print('a report in a merged month, with its share of the index', merged.data / reports, { atMost: 3 })
  print('an hour of a gateway in a merged month', merged.hours / gatewayDays / 24, { atMost: 30 })

  for (const [label, { packerMs, databaseMs }] of Object.entries({ packing, merging })) {
    print(`${label} a day of a gateway, CPU of the packer`, packerMs)
    print(`${label} a day of a gateway, CPU of PostgreSQL`, databaseMs)
  }
  const allMs = packing.packerMs + packing.databaseMs + merging.packerMs + merging.databaseMs
  print('packing and merging a day of a gateway, CPU of both', allMs, { atMost: 17 })
}

/** Measures the CPU time of `act`, for each day of a gateway: in this process, which packs, and in PostgreSQL. */
async function measureCpu(pool: Pool, act: () => Promise<unknown>): Promise<{ packerMs: number; databaseMs: number }> {
  const postmaster = await findPostgresPid(pool)
  const [databaseBefore, cpuBefore] = [readCpuSeconds(postmaster), process.cpuUsage()]
  await act()
  const { user, system } = process.cpuUsage(cpuBefore)
  const databaseMs = (readCpuSeconds(postmaster) - databaseBefore) * 1000
  return { packerMs: (user + system) / 1000 / gatewayDays, databaseMs: databaseMs / gatewayDays }
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
