import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startTemporaryDatabase } from '#test/processes/temporary-database.ts'
import { createBenchDatabase, runWithDatabasePool } from './bench-database.ts'
import type { BenchExportOutcome, BenchExportOrder } from './export/child.ts'
import {
  createReadingTable,
  exportGatewayCount,
  insertReportsForExport,
  listReaderCount,
  type ExportedGateway,
} from './export/data.ts'
import { isPsqlInstalled, runExportBaseline } from './export/baseline.ts'
import type { SteadyLoadOptions } from './export/steady-load.ts'
import { insertListData, pickSubjects } from './list/data.ts'
import { startAccessTokenIssuer } from './list/access-token-issuer.ts'
import { writeEmptyPage, startListPortal, type ListServer } from './list/list-portal.ts'
import { limitOfBaselineAgainstItself, printFigure, printRatio } from './print-figures.ts'
import { requestOnce, startBenchProcess } from './bench-process.ts'
import { readSizeOption } from './size-option.ts'
import { measureInTurns, median } from './measure-in-turns.ts'

// Measures an export package of 8,000,000 readings: its time, its memory, and the effect on other requests. The
// baseline copies the same rows twice through gzip. With `--readings=1000000` it exports fewer.
const many = readSizeOption('readings', 8_000_000)
const few = 200_000
const packages = readSizeOption('packages', 3)
const rounds = 5
const rate = 100
const listSeconds = 8
const limitAgainstBaseline = { atMost: 1.5 }
const growthLimit = { atMost: 64 }
const listLimit = { atMost: 3 }

const folder = await mkdtemp(path.join(tmpdir(), 'bench-export-'))
const cluster = await startTemporaryDatabase({ durable: true })
const issuer = await startAccessTokenIssuer()
const url = await createBenchDatabase(cluster.url, 'export')
try {
  await writeEmptyPage(folder)
  const reported = await makeData()
  await printPackages(reported.many)
  await printList(reported.few)
} finally {
  issuer.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

async function makeData(): Promise<Record<'many' | 'few', ExportedGateway>> {
  await insertListData(url, { issuer: issuer.url, gateways: exportGatewayCount })
  return runWithDatabasePool(url, async (pool) => {
    const reported = {
      many: await insertReportsForExport(pool, 1, many),
      few: await insertReportsForExport(pool, 2, few),
    }
    await createReadingTable(pool, reported.many)
    return reported
  })
}

/**
 * Measures the export and the baseline in turn, so that a disturbance of the machine affects both. Prints their ratio,
 * and the memory of the export.
 */
async function printPackages(gateway: ExportedGateway): Promise<void> {
  const grownMb: number[] = []
  const ours = async (): Promise<number> => {
    const done = await exportOnce(gateway)
    if (done.rows !== gateway.readings) throw new Error('Not every reading was exported')
    grownMb.push(done.grownBytes / 1e6)
    return done.ms
  }
  const baseline = () => runExportBaseline(url)
  const ms = await measureInTurns({ baseline, ours, baselineAgain: baseline }, packages)
  const copy = isPsqlInstalled ? 'psql' : 'COPY TO PROGRAM, there being no psql,'
  const readings = gateway.readings.toLocaleString('en')
  const perSecond = Math.round(gateway.readings / (median(ms.ours) / 1000))
  const baselineTook = `baseline ${formatSeconds(median(ms.baseline))}`
  printRatio(`package of ${readings} readings, against ${copy} twice through gzip -6`, [ms.ours, ms.baseline], {
    limit: limitAgainstBaseline,
    figures: `${baselineTook}; ours ${formatSeconds(median(ms.ours))}, ${perSecond}/s`,
  })
  printRatio(`${copy} through gzip, against itself`, [ms.baselineAgain, ms.baseline], {
    limit: limitOfBaselineAgainstItself,
    figures: `${baselineTook}; baselineAgain ${formatSeconds(median(ms.baselineAgain))}`,
  })
  printFigure(`memory that a package of ${readings} readings takes`, grownMb, {
    unit: 'MB',
    digits: 0,
    by: 'max',
    limit: growthLimit,
    figures: 'above that of the process before',
  })
}

function startExports() {
  return startBenchProcess(new URL('export/child.ts', import.meta.url), [], 'jobs')
}

function orderOf(gateway: ExportedGateway): BenchExportOrder {
  return { url, gateway, path: path.join(folder, 'package.zip') }
}

/** Exports one package in a new process. */
async function exportOnce(gateway: ExportedGateway): Promise<BenchExportOutcome> {
  const exports = await startExports()
  const done = await exports.ask<BenchExportOutcome>('export', orderOf(gateway))
  await exports.stop()
  return done
}

/** Runs `act`. While `act` runs, exports one package after the other. */
async function whileExporting<Result>(gateway: ExportedGateway, act: () => Promise<Result>): Promise<Result> {
  const exports = await startExports()
  const over = new AbortController()
  const exporting = (async () => {
    while (!over.signal.aborted) await exports.ask('export', orderOf(gateway))
  })()
  const result = await act()
  over.abort()
  await exporting
  await exports.stop()
  return result
}

async function printList(gateway: ExportedGateway): Promise<void> {
  const portal = await startListPortal({
    issuer,
    databaseUrl: url,
    pageDir: folder,
    subjects: pickSubjects(exportGatewayCount, listReaderCount),
  })
  await requestList(portal)
  const measureUnderWay = () => pause(1_000).then(() => requestList(portal))
  const p99 = await measureInTurns(
    { without: () => requestList(portal), during: () => whileExporting(gateway, measureUnderWay) },
    rounds,
  )
  await portal.stop()
  const milliseconds = (name: 'without' | 'during') => `${name} ${median(p99[name]).toFixed(1)} ms`
  printRatio(`p99 of the list at ${rate}/s while an export runs, against without`, [p99.during, p99.without], {
    limit: listLimit,
    figures: `${milliseconds('without')}; ${milliseconds('during')}`,
  })
}

/** Requests lists at a steady rate. Returns the p99 of their latency in milliseconds. */
function requestList({ url: list, headers }: ListServer): Promise<number> {
  const load: SteadyLoadOptions = { url: list, headers, rate, seconds: listSeconds }
  return requestOnce(new URL('export/steady-load.ts', import.meta.url), 'p99', load)
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
