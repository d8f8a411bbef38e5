import { startTemporary } from '#server/database/temporary.ts'
import { createDatabase, workOnDatabase } from './database.ts'
import { registerGateways } from './gateways.ts'
import { printRatio } from './print-ratio.ts'
import { startProcess, type BenchProcess } from './processes.ts'

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

const cluster = await startTemporary({ durable: true })
try {
  const url = await createDatabase(cluster.url, 'ingest')
  await workOnDatabase(url, (pool) => registerGateways(pool, idleDevices))
  await compareReports(url)
  await weighConnections(url)
} finally {
  await cluster.stop()
}

type Contender = { listener: BenchProcess; load: BenchProcess; perSecond: number[] }

async function compareReports(url: string): Promise<void> {
  const [floor, ours] = [await startContender(url, 'forget'), await startContender(url, 'store')]
  for (const { load } of [floor, ours]) await load.ask('acknowledgedPerSecond', warmUpMs)
  for (let round = 0; round < rounds; round += 1) {
    for (const { load, perSecond } of [floor, ours]) perSecond.push(await load.ask('acknowledgedPerSecond', roundMs))
  }
  const [floorBest, oursBest] = [Math.max(...floor.perSecond), Math.max(...ours.perSecond)]
  printRatio(`reports of ${devices} gateways, stored before they are acknowledged`, oursBest / floorBest, {
    bar: `at least ${bar}`,
    figures: `floor ${Math.round(floorBest)}/s; ours ${Math.round(oursBest)}/s`,
  })
  for (const { listener, load } of [floor, ours]) await Promise.all([listener.stop(), load.stop()])
}

async function startContender(url: string, how: 'store' | 'forget'): Promise<Contender> {
  const listener = await startListener(url, how)
  return { listener, load: await connect(listener, devices), perSecond: [] }
}

async function weighConnections(url: string): Promise<void> {
  const listener = await startListener(url, 'store')
  const few = await connect(listener, 100)
  const before = await listener.ask('memory')
  const load = await connect(listener, idleDevices)
  const kilobytes = ((await listener.ask('memory')) - before) / (idleDevices - 100) / 1000
  process.stdout.write(`memory of a connected gateway: ${kilobytes.toFixed(1)} kB (no bar) ${idleDevices} gateways\n`)
  await Promise.all([few.stop(), load.stop(), listener.stop()])
}

function startListener(url: string, how: 'store' | 'forget'): Promise<BenchProcess> {
  return startProcess(new URL('ingest/listener.ts', import.meta.url), [url, how])
}

function connect({ ready: port }: BenchProcess, count: number): Promise<BenchProcess> {
  return startProcess(new URL('ingest/devices.ts', import.meta.url), [port, count, inFlight])
}
