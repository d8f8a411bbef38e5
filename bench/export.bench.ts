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

// The whole package of 2,000,000 readings, against the same rows copied out twice through gzip; and who else feels it.
const many = 2_000_000
const few = 200_000
const rounds = 3
const rate = 100
const listSeconds = 8
const barAgainstFloor = 2
const barGrowthMb = 64
const barList = 3

const folder = await mkdtemp(path.join(tmpdir(), 'bench-export-'))
const cluster = await startTemporary({ durable: true })
const issuer = await startIssuer()
const url = await createDatabase(cluster.url, 'export')
try {
  await makePage(folder)
  const heard = await makeData()
  printTimes(await time(heard.many))
  await printGrowth(heard)
  await printList(heard.many)
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

type Times = { floorMs: number; ours: Done }

/** Both in turn, so that what disturbs the machine disturbs both, and the best round of each. */
async function time(heard: ReportedGateway): Promise<Times> {
  const floors: number[] = []
  const ours: Done[] = []
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await runFloor(url))
    ours.push(await exportTimes(1, heard))
  }
  const best = ours.toSorted((a, b) => a.ms - b.ms)[0]
  if (!best || best.rows !== heard.readings) throw new Error('Not every reading was exported')
  return { floorMs: Math.min(...floors), ours: best }
}

function startExports() {
  return startProcess(new URL('export/child.ts', import.meta.url))
}

function orderOf(heard: ReportedGateway): Order {
  return { url, heard, path: path.join(folder, 'package.zip') }
}

/** Makes so many packages, one after the other, in a process of its own. Answers what came of the last. */
async function exportTimes(times: number, heard: ReportedGateway): Promise<Done> {
  const exports = await startExports()
  for (let left = times; left > 1; left -= 1) await exports.ask('export', orderOf(heard))
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

function printTimes({ floorMs, ours }: Times): void {
  const copy = hasPsql ? 'psql' : 'COPY TO PROGRAM, there being no psql,'
  const perSecond = Math.round(ours.rows / (ours.ms / 1000))
  const readings = ours.rows.toLocaleString('en')
  printRatio(`package of ${readings} readings, against ${copy} twice through gzip -6`, ours.ms / floorMs, {
    bar: `at most ${barAgainstFloor}`,
    figures: `floor ${seconds(floorMs)}; ours ${seconds(ours.ms)}, ${perSecond}/s, ${megabytes(ours.bytes)} MB`,
  })
}

// As many small packages as make up the large one: the memory of a process for short-lived things grows with its work
// until it has its size, whatever the work is.
async function printGrowth(heard: Record<'many' | 'few', ReportedGateway>): Promise<void> {
  const small = await exportTimes(many / few, heard.few)
  const large = await exportTimes(1, heard.many)
  const growth = megabytes(large.peakBytes - small.peakBytes)
  process.stdout.write(
    `memory of ${many.toLocaleString('en')} readings over that of ${few.toLocaleString('en')}: ${growth} MB` +
      ` (bar at most ${barGrowthMb} MB) ${megabytes(small.peakBytes)} MB; ${megabytes(large.peakBytes)} MB\n`,
  )
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
