import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/database/database.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { startProcess, type Process } from './ingest/processes.ts'
import { fillRegistry } from './ingest/registry.ts'

// Reports of quality 1 from 500 gateways, stored before they are acknowledged, against the same listener that stores
// nothing. And, without a bar, the memory of a connected gateway.
const devices = 500
const inFlight = 1
const warmUpMs = 4_000
/** Many short rounds in turn, and the best of each: what else the machine does at a time then counts for neither. */
const roundMs = 1_500
const rounds = 14
const bar = 0.5
const idleDevices = 2_000

const folder = await mkdtemp(join(tmpdir(), 'bench-ingest-'))
const cluster = await startEmbedded({ dataDir: folder })
try {
  await migrate({ url: cluster.url })
  const { pool, close } = openDatabase(cluster.url, { max: 1 })
  await fillRegistry(pool, idleDevices)
  await close()
  await compareReports()
  await weighConnections()
} finally {
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}

type Contender = { listener: Process; load: Process; perSecond: number[] }

async function compareReports(): Promise<void> {
  const [floor, ours] = [await startContender('forget'), await startContender('store')]
  for (const { load } of [floor, ours]) await load.ask(warmUpMs)
  for (let round = 0; round < rounds; round += 1) {
    for (const { load, perSecond } of [floor, ours]) perSecond.push(await load.ask(roundMs))
  }
  const [floorBest, oursBest] = [Math.max(...floor.perSecond), Math.max(...ours.perSecond)]
  print(
    `reports of ${devices} gateways, stored before they are acknowledged: ${(oursBest / floorBest).toFixed(2)} (bar at least ${bar})`,
    `floor ${Math.round(floorBest)}/s ours ${Math.round(oursBest)}/s`,
  )
  for (const { listener, load } of [floor, ours]) await Promise.all([listener.stop(), load.stop()])
}

async function startContender(how: 'store' | 'forget'): Promise<Contender> {
  const listener = await startProcess('listener.ts', [cluster.url, how])
  const load = await startProcess('devices.ts', [listener.ready, devices, inFlight].map(String))
  return { listener, load, perSecond: [] }
}

async function weighConnections(): Promise<void> {
  const listener = await startProcess('listener.ts', [cluster.url, 'store'])
  const few = await startProcess('devices.ts', [listener.ready, 100, inFlight].map(String))
  const before = await listener.ask(0)
  const load = await startProcess('devices.ts', [listener.ready, idleDevices, inFlight].map(String))
  const kilobytes = ((await listener.ask(0)) - before) / (idleDevices - 100) / 1000
  print(`memory of a connected gateway: ${kilobytes.toFixed(1)} kB (no bar)`, `${idleDevices} gateways`)
  await Promise.all([few.stop(), load.stop(), listener.stop()])
}

function print(result: string, figures: string): void {
  process.stdout.write(`${result} ${figures}\n`)
}
