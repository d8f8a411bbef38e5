import { randomUUID } from 'node:crypto'
import { silentLog } from '#server/log.ts'
import type { Pool } from 'pg'
import type { BusMessage } from '#server/live/bus/bus.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { openDatabase } from '#server/database/database.ts'
import { startTemporaryDatabase } from '#test/processes/temporary-database.ts'
import { createBenchDatabase } from './bench-database.ts'
import { type FigureLimit, limitOfBaselineAgainstItself, printFigure, printRatio } from './print-figures.ts'
import { type PushContender, startContender } from './push/contender.ts'
import { insertSubscriptionData, readGatewayIds } from './push/data.ts'
import { measureInTurns, median } from './measure-in-turns.ts'

// Measures the event bus, compared with a bare ws server that sends the same bytes. Measures the delivery of a bus
// message to 2,000 WebSockets, each of which watches a gateway, and the cost of 10,000 idle WebSockets.
const pages = 2_000
/** The number of idle pages. Their connections also measure the reconnection of all pages after a restart. */
const idlePages = 10_000
const warmUpRounds = 20
const turns = 12
const roundsPerTurn = 15
const comings = 5
const deliveriesLimit = { atLeast: 0.5 }
const memoryLimit = { atMost: 1.3 }
const connectLimit = { atMost: 3 }
const connectAllLimit = { atMost: 4 }
let seq = 1

const cluster = await startTemporaryDatabase({ durable: true })
try {
  const url = await createBenchDatabase(cluster.url, 'push')
  const { pool, close } = openDatabase(url)
  await insertSubscriptionData(pool, idlePages)
  await compareDeliveries(url, pool)
  await compareIdle(url)
  await close()
} finally {
  await cluster.stop()
}

async function compareDeliveries(url: string, pool: Pool): Promise<void> {
  const ids = (await readGatewayIds(pool)).slice(0, pages)
  const bus = createPostgresBus({ url, log: { ...silentLog, warn: console.error } })
  const contenders = {
    baseline: await startBaseline(pages),
    ours: await startOurs(url, pages, async () => bus.publish(pool, ids.map(changeOf))),
    baselineAgain: await startBaseline(pages),
  }
  for (const contender of Object.values(contenders)) await contender.deliver(warmUpRounds)
  const measure = (name: keyof typeof contenders) => () => contenders[name].deliveriesPerCpuS(roundsPerTurn)
  const perCpuS = await measureInTurns(
    { baseline: measure('baseline'), ours: measure('ours'), baselineAgain: measure('baselineAgain') },
    turns,
  )
  const figures = (name: keyof typeof contenders) => `${name} ${Math.round(median(perCpuS[name]))}/s`
  const print = (label: string, name: 'ours' | 'baselineAgain', limit: FigureLimit) =>
    printRatio(label, [perCpuS[name], perCpuS.baseline], { limit, figures: `${figures('baseline')}; ${figures(name)}` })
  print(`push to ${pages} sockets, deliveries per CPU second`, 'ours', deliveriesLimit)
  print('deliveries of bare ws, against itself', 'baselineAgain', limitOfBaselineAgainstItself)
  for (const contender of Object.values(contenders)) await contender.stop()
  await bus.close()
}

async function compareIdle(url: string): Promise<void> {
  const baseline = () => weigh(startBaseline(idlePages))
  const weights = await measureInTurns(
    { baseline, ours: () => weigh(startOurs(url, idlePages)), baselineAgain: baseline },
    comings,
  )
  type Name = keyof typeof weights
  const valuesOf = (name: Name, by: keyof Weight) => weights[name].map((weight) => weight[by])
  const print = (label: string, name: 'ours' | 'baselineAgain', { by, unit, limit }: WeightLine) => {
    const figures = (one: Name) => `${one} ${median(valuesOf(one, by)).toFixed(1)} ${unit}`
    const pair = [valuesOf(name, by), valuesOf('baseline', by)] as const
    printRatio(label, pair, { limit, figures: `${figures('baseline')}; ${figures(name)}` })
  }
  const memory = { by: 'memoryKb', unit: 'kB' } as const
  const coming = { by: 'connectCpuUs', unit: 'µs' } as const
  print(`push, memory of an idle connection of ${idlePages}`, 'ours', { ...memory, limit: memoryLimit })
  print('an idle connection of bare ws, against itself', 'baselineAgain', {
    ...memory,
    limit: limitOfBaselineAgainstItself,
  })
  print('push, CPU for a page to come', 'ours', { ...coming, limit: connectLimit })
  print('a page that comes to bare ws, against itself', 'baselineAgain', {
    ...coming,
    limit: limitOfBaselineAgainstItself,
  })
  const allS = valuesOf('ours', 'connectCpuUs').map((us) => (us * idlePages) / 1e6)
  printFigure(`push, CPU until ${idlePages} pages are live again`, allS, {
    unit: 's',
    limit: connectAllLimit,
    figures: 'of the push side',
  })
}

type Weight = { memoryKb: number; connectCpuUs: number }
type WeightLine = { by: keyof Weight; unit: string; limit: FigureLimit }

async function weigh(starting: Promise<PushContender>): Promise<Weight> {
  const { memoryPerPage, connectCpuSPerPage, stop } = await starting
  await stop()
  return { memoryKb: memoryPerPage / 1000, connectCpuUs: connectCpuSPerPage * 1e6 }
}

function startBaseline(sockets: number): Promise<PushContender> {
  const args = [frameOf(changeOf(randomUUID()))]
  return startContender({ program: './baseline.ts', args, pages: sockets, send: ({ ask }) => ask('send') })
}

function startOurs(url: string, sockets: number, send: () => Promise<unknown> = nothing): Promise<PushContender> {
  return startContender({ program: './portal.ts', args: [url], pages: sockets, send })
}

async function nothing(): Promise<void> {}

function changeOf(gatewayId: string): BusMessage & { kind: 'gateway' } {
  const ts = new Date().toISOString()
  return {
    kind: 'gateway',
    gatewayId,
    unit: 'status',
    seq: seq++,
    ts,
    payload: { gatewayStatus: 'WORKING', since: ts },
  }
}

function frameOf(change: BusMessage & { kind: 'gateway' }): string {
  const { gatewayId, unit, payload, ts } = change
  const body = { resourceId: gatewayId, resourceType: 'gateway', unit, seq: change.seq, timestamp: ts, payload }
  return `a${JSON.stringify([JSON.stringify({ type: 'rec', address: 'subscriptions', body })])}`
}
