import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runWithDatabasePool } from '../database-pool.ts'
import { startBenchServer } from './bench-server.ts'
import type { BenchExportOutcome } from './export/child.ts'
import {
  createReadingTable,
  exportGatewayCount,
  insertReportsForExport,
  listReaderCount,
  type ExportedGateway,
} from './export/data.ts'
import { runExportBaseline } from './export/baseline.ts'
import { insertListData, pickSubjects } from './list/data.ts'
import { createBenchIssuer, startListPortal, type ListServer } from './list/list-portal.ts'
import { compareWithBaseline } from './compare-with-baseline.ts'
import { printFigure, printRatio } from './print-figures.ts'
import { startBenchProcess } from './bench-process.ts'
import { readSizeOption } from './size-option.ts'
import { measureInTurns, median } from './measure-in-turns.ts'

// Measures an export package of 8,000,000 readings: its time, its memory, and the effect on other requests. The
// baseline copies the same rows twice through psql and gzip. `--readings=1000000` exports fewer.

const rate = 100

await using server = await startBenchServer({ durable: true })
await using issuer = await createBenchIssuer()
const url = await server.createDatabase('export')
await insertListData(url, { issuer: issuer.url, gateways: exportGatewayCount })
const reported = await runWithDatabasePool(url, async (pool) => {
  const many = await insertReportsForExport(pool, 1, readSizeOption('readings', 8_000_000))
  const few = await insertReportsForExport(pool, 2, 200_000)
  await createReadingTable(pool, many)
  return { many, few }
})
await comparePackages(reported.many)
await compareLists(reported.few)

/** Compares the time of an export with that of the baseline, and prints the memory of the export. */
async function comparePackages(gateway: ExportedGateway): Promise<void> {
  const grownMb: number[] = []
  const ours = async (): Promise<number> => {
    await using exports = await startExports()
    const done = await exports.ask<BenchExportOutcome>('export', orderOf(gateway))
    if (done.rows !== gateway.readings) throw new Error('Not every reading was exported')
    grownMb.push(done.grownBytes / 1e6)
    return done.ms
  }
  const readings = gateway.readings.toLocaleString('en')
  await compareWithBaseline(
    { baseline: async () => runExportBaseline(url), ours },
    {
      rounds: readSizeOption('packages', 3),
      figures: [
        {
          label: `package of ${readings} readings, against psql twice through gzip -6`,
          of: (ms) => ms / 1000,
          unit: 's',
          digits: 1,
          limit: { atMost: 1.5 },
        },
      ],
    },
  )
  printFigure(`memory that a package of ${readings} readings takes`, grownMb, {
    unit: 'MB',
    digits: 0,
    by: 'max',
    limit: { atMost: 64 },
    figures: 'above that of the process before',
  })
}

function startExports() {
  return startBenchProcess(new URL('export/child.ts', import.meta.url), [], 'jobs')
}

function orderOf(gateway: ExportedGateway) {
  return { url, gateway, path: path.join(server.folder, 'package.zip') }
}

/** Requests lists at a steady rate, and meanwhile exports one package after the other. */
async function measureDuringExports(gateway: ExportedGateway, list: ListServer): Promise<number> {
  await using exports = await startExports()
  const over = new AbortController()
  const exporting = (async () => {
    while (!over.signal.aborted) await exports.ask('export', orderOf(gateway))
  })()
  await pause(1_000)
  const p99 = await measureList(list)
  over.abort()
  await exporting
  return p99
}

async function compareLists(gateway: ExportedGateway): Promise<void> {
  const subjects = pickSubjects(exportGatewayCount, listReaderCount)
  await using portal = await startListPortal({ issuer, databaseUrl: url, folder: server.folder, subjects })
  await measureList(portal)
  const p99 = await measureInTurns(
    { without: async () => measureList(portal), during: async () => measureDuringExports(gateway, portal) },
    5,
  )
  printRatio(`p99 of the list at ${rate}/s while an export runs, against without`, [p99.during, p99.without], {
    limit: { atMost: 3 },
    figures: `without ${median(p99.without).toFixed(1)} ms; during ${median(p99.during).toFixed(1)} ms`,
  })
}

/** Requests lists at a steady rate. Returns the p99 of their latency in milliseconds. */
async function measureList({ url: list, headers }: ListServer): Promise<number> {
  await using load = await startBenchProcess(new URL('export/steady-load.ts', import.meta.url))
  // Awaits the answer here, because the process is stopped when the function returns.
  return await load.ask('p99', { url: list, headers, rate, seconds: 8 })
}
