import { startTemporary } from '#server/database/temporary.ts'
import { createDatabase, workOnDatabase } from './database.ts'
import { registerGateways } from './gateways.ts'
import { printRatio } from './print-ratio.ts'
import { startProcess, type BenchProcess } from './processes.ts'
import { measureInTurns, median, ratioOf } from './turns.ts'

// Reports of quality 1 from 500 gateways, stored before they are acknowledged, against a bare listener that copies them
// into one table; that listener against itself, which shows how far chance goes; what a gateway costs to connect, against
// the same; and the memory of a connected gateway.
const devices = 500
const inFlight = 1
const warmUpMs = 4_000
const roundMs = 1_500
const rounds = 24
const bar = 0.6
const barSame = 'from 0.9 to 1.1'
const idleDevices = 5_000
const firstDevices = 100
const weighings = 5
const barConnect = 3
const barMemoryKb = 12

const cluster = await startTemporary({ durable: true })
try {
  const url = await createDatabase(cluster.url, 'ingest')
  await workOnDatabase(url, (pool) => registerGateways(pool, idleDevices))
  await compareReports(url)
  await weighConnections(url)
} finally {
  await cluster.stop()
}

type Program = 'floor.ts' | 'listener.ts'
type Contender = { listener: BenchProcess; load: BenchProcess }

async function compareReports(url: string): Promise<void> {
  const contenders = {
    floor: await startContender(url, 'floor.ts'),
    ours: await startContender(url, 'listener.ts'),
    floorAgain: await startContender(url, 'floor.ts'),
  }
  for (const { load } of Object.values(contenders)) await load.ask('acknowledgedPerSecond', warmUpMs)
  const measure =
    ({ load }: Contender) =>
    () =>
      load.ask('acknowledgedPerSecond', roundMs)
  const perSecond = await measureInTurns(
    {
      floor: measure(contenders.floor),
      ours: measure(contenders.ours),
      floorAgain: measure(contenders.floorAgain),
    },
    rounds,
  )
  const print = (what: string, name: 'ours' | 'floorAgain', asked: string) => {
    const { value, spread } = ratioOf(perSecond[name], perSecond.floor)
    const figures = `floor ${Math.round(median(perSecond.floor))}/s; ${name} ${Math.round(median(perSecond[name]))}/s`
    printRatio(what, value, { bar: asked, spread, figures })
  }
  print(`reports of ${devices} gateways, stored before they are acknowledged`, 'ours', `at least ${bar}`)
  print('the bare listener, against itself', 'floorAgain', barSame)
  for (const { listener, load } of Object.values(contenders)) await Promise.all([listener.stop(), load.stop()])
}

async function startContender(url: string, program: Program): Promise<Contender> {
  const listener = await startListener(url, program)
  return { listener, load: await connect(listener, devices) }
}

async function weighConnections(url: string): Promise<void> {
  const weights: Record<Program, Weight[]> = { 'floor.ts': [], 'listener.ts': [] }
  const measure = (program: Program) => async () => {
    const weight = await weigh(url, program)
    weights[program].push(weight)
    return weight.cpuUs
  }
  const cpuUs = await measureInTurns({ floor: measure('floor.ts'), ours: measure('listener.ts') }, weighings)
  const { value, spread } = ratioOf(cpuUs.ours, cpuUs.floor)
  const figures = `floor ${Math.round(median(cpuUs.floor))} µs; ours ${Math.round(median(cpuUs.ours))} µs`
  printRatio('CPU for a gateway to connect', value, { bar: `at most ${barConnect}`, spread, figures })
  const kilobytes = (program: Program) => median(weights[program].map((weight) => weight.kilobytes)).toFixed(1)
  process.stdout.write(
    `memory of a connected gateway: ${kilobytes('listener.ts')} kB (bar at most ${barMemoryKb}) of ${idleDevices}; ` +
      `floor ${kilobytes('floor.ts')} kB\n`,
  )
}

type Weight = { cpuUs: number; kilobytes: number }

/** What one of many gateways that connect costs a listener. */
async function weigh(url: string, program: Program): Promise<Weight> {
  const listener = await startListener(url, program)
  const few = await connect(listener, firstDevices)
  const [memoryBefore, cpuBefore] = [await listener.ask('memory'), await listener.ask('cpu')]
  const load = await connect(listener, idleDevices)
  const cpuUs = (((await listener.ask('cpu')) - cpuBefore) / idleDevices) * 1e6
  const kilobytes = ((await listener.ask('memory')) - memoryBefore) / (idleDevices - firstDevices) / 1000
  await Promise.all([few.stop(), load.stop(), listener.stop()])
  return { cpuUs, kilobytes }
}

function startListener(url: string, program: Program): Promise<BenchProcess> {
  return startProcess(new URL(`ingest/${program}`, import.meta.url), [url])
}

function connect({ ready: port }: BenchProcess, count: number): Promise<BenchProcess> {
  return startProcess(new URL('ingest/devices.ts', import.meta.url), [port, count, inFlight])
}
