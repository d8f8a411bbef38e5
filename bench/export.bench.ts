import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { startTemporary } from '#server/database/temporary.ts'
import { readTerms } from '#server/terms/documents.ts'
import type { Done } from './export/child.ts'
import { expand, gateways, addReports, listReaders, type ReportedGateway } from './export/data.ts'
import { hasPsql, runFloor } from './export/floor.ts'
import { exportOnAndOn, exportOnce, p99Of } from './export/processes.ts'
import { fillList, subjects } from './list/data.ts'
import { startIssuer } from './list/issuer.ts'
import { makePage, startListPortal, type ListServer } from './list/portal.ts'

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
  await migrate({ url: cluster.url })
  const { pool, close } = openDatabase(cluster.url, { max: 1, statementWithinMs: 0 })
  const { version: terms } = (await readTerms('legal')).of('DE', null)
  await fillList(pool, { issuer: issuer.url, gateways, terms })
  const heard = { many: await addReports(pool, 1, many), few: await addReports(pool, 2, few) }
  await expand(pool, heard.many)
  await close()
  return heard
}

type Times = { floorMs: number; ours: Done }

/** Both in turn, so that what disturbs the machine disturbs both, and the best round of each. */
async function time(heard: ReportedGateway): Promise<Times> {
  const floors: number[] = []
  const ours: Done[] = []
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await runFloor(cluster.url))
    ours.push(await exportOnce(orderOf(heard)))
  }
  const best = ours.toSorted((a, b) => a.ms - b.ms)[0]
  if (!best || best.rows !== heard.readings) throw new Error('Not every reading was exported')
  return { floorMs: Math.min(...floors), ours: best }
}

function orderOf(heard: ReportedGateway) {
  return { url: cluster.url, heard, path: path.join(folder, 'package.zip') }
}

function printTimes({ floorMs, ours }: Times): void {
  const copy = hasPsql ? 'psql' : 'COPY TO PROGRAM, there being no psql,'
  line(
    `package of ${ours.rows.toLocaleString('en')} readings, against ${copy} twice through gzip -6`,
    ours.ms / floorMs,
    `at most ${barAgainstFloor}`,
  )
  const perSecond = Math.round(ours.rows / (ours.ms / 1000))
  write(` floor ${seconds(floorMs)}; ours ${seconds(ours.ms)}, ${perSecond}/s, ${megabytes(ours.bytes)} MB\n`)
}

// As many small packages as make up the large one: the memory of a process for short-lived things grows with its work
// until it has its size, whatever the work is.
async function printGrowth(heard: Record<'many' | 'few', ReportedGateway>): Promise<void> {
  const small = await exportOnce(orderOf(heard.few), many / few)
  const large = await exportOnce(orderOf(heard.many))
  const growth = megabytes(large.peakBytes - small.peakBytes)
  write(`memory of ${many.toLocaleString('en')} readings over that of ${few.toLocaleString('en')}: ${growth} MB`)
  write(` (bar at most ${barGrowthMb} MB) ${megabytes(small.peakBytes)} MB; ${megabytes(large.peakBytes)} MB\n`)
}

async function printList(heard: ReportedGateway): Promise<void> {
  const portal = await startListPortal({
    issuer,
    databaseUrl: cluster.url,
    pageDir: folder,
    subjects: subjects(gateways, listReaders),
  })
  await ask(portal)
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await ask(portal))
    const exporting = exportOnAndOn(orderOf(heard))
    await pause(1_000)
    beside.push(await ask(portal))
    await exporting.stop()
  }
  await portal.stop()
  const [without, during] = [Math.min(...alone), Math.min(...beside)]
  line(`p99 of the list at ${rate}/s while an export runs, against without`, during / without, `at most ${barList}`)
  const all = (times: number[]) => times.map((ms) => ms.toFixed(1)).join(', ')
  write(` without ${all(alone)} ms; during ${all(beside)} ms\n`)
}

/** The p99 of the list in milliseconds. */
async function ask({ url, headers }: ListServer): Promise<number> {
  return p99Of({ url, headers, rate, seconds: listSeconds })
}

function line(name: string, ratio: number, bar: string): void {
  write(`${name}: ${ratio.toFixed(2)} (bar ${bar})`)
}

function write(text: string): void {
  process.stdout.write(text)
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}
