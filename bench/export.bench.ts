import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startTemporary } from '#server/database/temporary.ts'
import { createDatabase, workOnDatabase } from './database.ts'
import type { Done, Order } from './export/child.ts'
import { expand, gateways, addReports, listReaders, type ReportedGateway } from './export/data.ts'
import { hasPsql, runFloor } from './export/floor.ts'
import type { SteadyLoad } from './export/steady-load.ts'
import { fillList, subjects } from './list/data.ts'
import { startIssuer } from './list/issuer.ts'
import { makePage, startListPortal, type ListServer } from './list/portal.ts'
import { printRatio } from './print-ratio.ts'
import { askOnce, startProcess } from './processes.ts'
import { sizeOption } from './sizes.ts'
import { measureInTurns, median, ratioOf } from './turns.ts'

// The whole package of 8,000,000 readings, against the same rows copied out twice through gzip; how much memory that takes;
// and who else feels it. `--readings=1000000` makes fewer.
const many = sizeOption('readings', 8_000_000)
const few = 200_000
const packages = sizeOption('packages', 1)
const rounds = 2
const rate = 100
const listSeconds = 8
const barAgainstFloor = 1.5
const barGrowthMb = 64
const barList = 3

const folder = await mkdtemp(path.join(tmpdir(), 'bench-export-'))
const cluster = await startTemporary({ durable: true })
const issuer = await startIssuer()
const url = await createDatabase(cluster.url, 'export')
try {
  await makePage(folder)
  const heard = await makeData()
  await printPackages(heard.many)
  await printList(heard.few)
} finally {
  issuer.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

async function makeData(): Promise<Record<'many' | 'few', ReportedGateway>> {
  await fillList(url, { issuer: issuer.url, gateways })
  return workOnDatabase(url, async (pool) => {
    const heard = { many: await addReports(pool, 1, many), few: await addReports(pool, 2, few) }
    await expand(pool, heard.many)
    return heard
  })
}

/** Both in turn, so that what disturbs the machine disturbs both. */
async function printPackages(heard: ReportedGateway): Promise<void> {
  let grownBytes = 0
  const ours = async (): Promise<number> => {
    const done = await exportOnce(heard)
    if (done.rows !== heard.readings) throw new Error('Not every reading was exported')
    grownBytes = Math.max(grownBytes, done.grownBytes)
    return done.ms
  }
  const ms = await measureInTurns({ floor: () => runFloor(url), ours }, packages)
  const { value, spread } = ratioOf(ms.ours, ms.floor)
  const copy = hasPsql ? 'psql' : 'COPY TO PROGRAM, there being no psql,'
  const readings = heard.readings.toLocaleString('en')
  const perSecond = Math.round(heard.readings / (median(ms.ours) / 1000))
  printRatio(`package of ${readings} readings, against ${copy} twice through gzip -6`, value, {
    bar: `at most ${barAgainstFloor}`,
    spread,
    figures: `floor ${seconds(median(ms.floor))}; ours ${seconds(median(ms.ours))}, ${perSecond}/s`,
  })
  process.stdout.write(
    `memory that a package of ${readings} readings takes: ${megabytes(grownBytes)} MB (bar at most ${barGrowthMb} MB)\n`,
  )
}

function startExports() {
  return startProcess(new URL('export/child.ts', import.meta.url))
}

function orderOf(heard: ReportedGateway): Order {
  return { url, heard, path: path.join(folder, 'package.zip') }
}

/** Makes a package in a process of its own. */
async function exportOnce(heard: ReportedGateway): Promise<Done> {
  const exports = await startExports()
  const done = await exports.ask<Done>('export', orderOf(heard))
  await exports.stop()
  return done
}

/** Makes packages one after the other while somebody does something else. */
async function whileExporting<Result>(heard: ReportedGateway, act: () => Promise<Result>): Promise<Result> {
  const exports = await startExports()
  const over = new AbortController()
  const exporting = (async () => {
    while (!over.signal.aborted) await exports.ask('export', orderOf(heard))
  })()
  const result = await act()
  over.abort()
  await exporting
  await exports.stop()
  return result
}

async function printList(heard: ReportedGateway): Promise<void> {
  const portal = await startListPortal({
    issuer,
    databaseUrl: url,
    pageDir: folder,
    subjects: subjects(gateways, listReaders),
  })
  await ask(portal)
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await ask(portal))
    const measureUnderWay = () => pause(1_000).then(() => ask(portal))
    beside.push(await whileExporting(heard, measureUnderWay))
  }
  await portal.stop()
  const [without, during] = [Math.min(...alone), Math.min(...beside)]
  const all = (times: number[]) => times.map((ms) => ms.toFixed(1)).join(', ')
  printRatio(`p99 of the list at ${rate}/s while an export runs, against without`, during / without, {
    bar: `at most ${barList}`,
    figures: `without ${all(alone)} ms; during ${all(beside)} ms`,
  })
}

/** The p99 of the list in milliseconds. */
function ask({ url: list, headers }: ListServer): Promise<number> {
  const load: SteadyLoad = { url: list, headers, rate, seconds: listSeconds }
  return askOnce(new URL('export/steady-load.ts', import.meta.url), 'p99', load)
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}
