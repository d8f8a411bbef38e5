import { startTemporary } from '#server/database/temporary.ts'
import { createDatabase, workOnDatabase } from './database.ts'
import { registerGateways } from './gateways.ts'
import {
  devices,
  type ListenerProgram,
  type ListenerUnderLoad,
  startDevices,
  startListenerProcess,
  startListenerUnderLoad,
} from './ingest/listener-under-load.ts'
import { type Bar, barOfSame, printFigure, printRatio } from './print.ts'
import { measureInTurns, median } from './turns.ts'

// Measures QoS 1 reports, which are stored before they are acknowledged, compared with a baseline: a minimal listener that
// copies them into one table. Also the baseline compared with itself, which shows the measuring error; the CPU time of a
// connection, compared with the baseline; and the memory of a connected gateway.
const warmUpMs = 4_000
const roundMs = 1_500
const rounds = 24
const bar = { atLeast: 0.6 }
const idleDevices = 5_000
const firstDevices = 100
const weighings = 9
const barConnect = { atMost: 3 }
const barMemoryKb = { atMost: 12 }

const cluster = await startTemporary({ durable: true })
try {
  const url = await createDatabase(cluster.url, 'ingest')
  await workOnDatabase(url, (pool) => registerGateways(pool, idleDevices))
  await compareReports(url)
  await weighConnections(url)
} finally {
  await cluster.stop()
}

async function compareReports(url: string): Promise<void> {
  const contenders = {
    floor: await startListenerUnderLoad({ url, program: 'floor.ts' }),
    ours: await startListenerUnderLoad({ url }),
    floorAgain: await startListenerUnderLoad({ url, program: 'floor.ts' }),
  }
  for (const each of Object.values(contenders)) await each.acknowledgedPerSecond(warmUpMs)
  const measure = (each: ListenerUnderLoad) => () => each.acknowledgedPerSecond(roundMs)
  const perSecond = await measureInTurns(
    {
      floor: measure(contenders.floor),
      ours: measure(contenders.ours),
      floorAgain: measure(contenders.floorAgain),
    },
    rounds,
  )
  const print = (label: string, name: 'ours' | 'floorAgain', asked: Bar) => {
    const figures = `floor ${Math.round(median(perSecond.floor))}/s; ${name} ${Math.round(median(perSecond[name]))}/s`
    printRatio(label, [perSecond[name], perSecond.floor], { bar: asked, figures })
  }
  print(`reports of ${devices} gateways, stored before they are acknowledged`, 'ours', bar)
  print('the bare listener, against itself', 'floorAgain', barOfSame)
  for (const each of Object.values(contenders)) await each.stop()
}

async function weighConnections(url: string): Promise<void> {
  const measure = (program: ListenerProgram) => () => measureMemory(url, program)
  const weights = await measureInTurns(
    { floor: measure('floor.ts'), ours: measure('listener.ts'), floorAgain: measure('floor.ts') },
    weighings,
  )
  const valuesOf = (name: keyof typeof weights, by: keyof Weight) => weights[name].map((weight) => weight[by])
  const microseconds = (name: keyof typeof weights) => `${name} ${Math.round(median(valuesOf(name, 'cpuUs')))} µs`
  const print = (label: string, name: 'ours' | 'floorAgain', asked: Bar) =>
    printRatio(label, [valuesOf(name, 'cpuUs'), valuesOf('floor', 'cpuUs')], {
      bar: asked,
      figures: `${microseconds('floor')}; ${microseconds(name)}`,
    })
  print('CPU for a gateway to connect', 'ours', barConnect)
  print('a gateway that connects to the bare listener, against itself', 'floorAgain', barOfSame)
  const floorKb = median(valuesOf('floor', 'kilobytes')).toFixed(1)
  printFigure(`memory of a connected gateway of ${idleDevices}`, valuesOf('ours', 'kilobytes'), {
    unit: 'kB',
    bar: barMemoryKb,
    figures: `floor ${floorKb} kB`,
  })
}

type Weight = { cpuUs: number; kilobytes: number }

/** Measures the CPU time and memory that a listener needs for one of many connections. */
async function measureMemory(url: string, program: ListenerProgram): Promise<Weight> {
  const listener = await startListenerProcess(url, program)
  const few = await startDevices(listener, firstDevices)
  const [memoryBefore, cpuBefore] = [await listener.ask('memory'), await listener.ask('cpu')]
  const load = await startDevices(listener, idleDevices)
  const cpuUs = (((await listener.ask('cpu')) - cpuBefore) / idleDevices) * 1e6
  const kilobytes = ((await listener.ask('memory')) - memoryBefore) / (idleDevices - firstDevices) / 1000
  await Promise.all([few.stop(), load.stop(), listener.stop()])
  return { cpuUs, kilobytes }
}
