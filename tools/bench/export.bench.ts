import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startTemporaryDatabase } from '#server/database/temporary-database.ts'
import { createDatabase, workOnDatabase } from './database.ts'
import type { ExportOutcome, BenchExportOrder } from './export/child.ts'
import { expandReadings, exportGatewayCount, addReports, listReaderCount, type ReportedGateway } from './export/data.ts'
import { hasPsql, runBaseline } from './export/baseline.ts'
import type { SteadyLoad } from './export/steady-load.ts'
import { fillList, spreadSubjects } from './list/data.ts'
import { startIssuer } from './list/issuer.ts'
import { makePage, startListPortal, type ListServer } from './list/portal.ts'
import { limitAgainstItself, printFigure, printRatio } from './print.ts'
import { askOnce, startProcess } from './processes.ts'
import { sizeOption } from './sizes.ts'
import { measureInTurns, median } from './turns.ts'

// Measures an export package of 8,000,000 readings: its time, its memory, and the effect on other requests. The
// baseline copies the same rows twice through gzip. `--readings=1000000` exports fewer.
const many = sizeOption('readings', 8_000_000)
const few = 200_000
const packages = sizeOption('packages', 3)
const rounds = 5
const rate = 100
const listSeconds = 8
const limitAgainstBaseline = { atMost: 1.5 }
const growthLimit = { atMost: 64 }
const listLimit = { atMost: 3 }

const folder = await mkdtemp(path.join(tmpdir(), 'bench-export-'))
const cluster = await startTemporaryDatabase({ durable: true })
const issuer = await startIssuer()
const url = await createDatabase(cluster.url, 'export')
try {
  await makePage(folder)
  const reported = await makeData()
  await printPackages(reported.many)
  await printList(reported.few)
} finally {
  issuer.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

async function makeData(): Promise<Record<'many' | 'few', ReportedGateway>> {
  await fillList(url, { issuer: issuer.url, gateways: exportGatewayCount })
  return workOnDatabase(url, async (pool) => {
    const reported = { many: await addReports(pool, 1, many), few: await addReports(pool, 2, few) }
    await expandReadings(pool, reported.many)
    return reported
  })
}

/**
 * Measures export and baseline in turn, so that a disturbance of the machine affects both. Prints their ratio, and
 * the memory of the export.
 */
async function printPackages(gateway: ReportedGateway): Promise<void> {
  const grownMb: number[] = []
  const ours = async (): Promise<number> => {
    const done = await exportOnce(gateway)
    if (done.rows !== gateway.readings) throw new Error('Not every reading was exported')
    grownMb.push(done.grownBytes / 1e6)
    return done.ms
  }
  const baseline = () => runBaseline(url)
  const ms = await measureInTurns({ baseline, ours, baselineAgain: baseline }, packages)
  const copy = hasPsql ? 'psql' : 'COPY TO PROGRAM, there being no psql,'
  const readings = gateway.readings.toLocaleString('en')
  const perSecond = Math.round(gateway.readings / (median(ms.ours) / 1000))
  const baselineTook = `baseline ${formatSeconds(median(ms.baseline))}`
  printRatio(`package of ${readings} readings, against ${copy} twice through gzip -6`, [ms.ours, ms.baseline], {
    limit: limitAgainstBaseline,
    figures: `${baselineTook}; ours ${formatSeconds(median(ms.ours))}, ${perSecond}/s`,
  })
  printRatio(`${copy} through gzip, against itself`, [ms.baselineAgain, ms.baseline], {
    limit: limitAgainstItself,
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
  return startProcess(new URL('export/child.ts', import.meta.url), [], 'jobs')
}

function orderOf(gateway: ReportedGateway): BenchExportOrder {
  return { url, gateway, path: path.join(folder, 'package.zip') }
}

/** Exports one package in a new process. */
async function exportOnce(gateway: ReportedGateway): Promise<ExportOutcome> {
  const exports = await startExports()
  const done = await exports.ask<ExportOutcome>('export', orderOf(gateway))
  await exports.stop()
  return done
}

/** Runs `act`, and meanwhile exports one package after the other. */
async function whileExporting<Result>(gateway: ReportedGateway, act: () => Promise<Result>): Promise<Result> {
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

async function printList(gateway: ReportedGateway): Promise<void> {
  const portal = await startListPortal({
    issuer,
    databaseUrl: url,
    pageDir: folder,
    subjects: spreadSubjects(exportGatewayCount, listReaderCount),
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
  const load: SteadyLoad = { url: list, headers, rate, seconds: listSeconds }
  return askOnce(new URL('export/steady-load.ts', import.meta.url), 'p99', load)
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
