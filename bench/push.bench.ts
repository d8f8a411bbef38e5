import { randomUUID } from 'node:crypto'
import { silentLog } from '#server/log.ts'
import type { Pool } from 'pg'
import type { BusMessage } from '#server/bus/bus.ts'
import { createPostgresBus } from '#server/bus/postgres.ts'
import { openDatabase } from '#server/database/database.ts'
import { startTemporary } from '#server/database/temporary.ts'
import { createDatabase } from './database.ts'
import { printRatio } from './print-ratio.ts'
import { startProcess } from './processes.ts'
import { type Contender, startContender } from './push/contender.ts'
import { fillSubscriptions, gatewayIds } from './push/data.ts'

// Push alone: from a message on the bus to 2,000 sockets that watch a gateway each, against a bare server of ws that
// sends the same bytes; 10,000 sockets that come and stay, against the same. And, without a bar, the whole way from a gateway's PUBLISH to the page of its owner.
const pages = 2_000
/** As many as come back after a restart. */
const idlePages = 10_000
const warmUpRounds = 20
/** The two take turns, so that whatever else the machine does meets both. */
const turns = 20
const roundsPerTurn = 5
const barDeliveries = 0.6
const barMemory = 1.3
const barConnect = 3
let seq = 1
const journey = { gateways: 250, perSecond: 500, seconds: 10 }

const cluster = await startTemporary({ durable: true })
try {
  const url = await createDatabase(cluster.url, 'push')
  const { pool, close } = openDatabase(url)
  await fillSubscriptions(pool, idlePages)
  await compareDeliveries(url, pool)
  await compareIdle(url)
  await close()
  await travel(url)
} finally {
  await cluster.stop()
}

async function compareDeliveries(url: string, pool: Pool): Promise<void> {
  const ids = (await gatewayIds(pool)).slice(0, pages)
  const bus = createPostgresBus({ url, log: { ...silentLog, warn: console.error } })
  const floor = await startFloor(pages)
  const ours = await startOurs(url, pages, async () => bus.publish(pool, ids.map(changeOf)))
  await takeTurns([floor, ours])
  const perCpuS = (contender: Contender) => `${Math.round(contender.deliveriesPerCpuS())}/s`
  printRatio(
    `push to ${pages} sockets, deliveries per CPU second`,
    ours.deliveriesPerCpuS() / floor.deliveriesPerCpuS(),
    {
      bar: `at least ${barDeliveries}`,
      figures: `floor ${perCpuS(floor)}; ours ${perCpuS(ours)}`,
    },
  )
  await Promise.all([floor.stop(), ours.stop(), bus.close()])
}

async function compareIdle(url: string): Promise<void> {
  const floor = await startFloor(idlePages)
  await floor.stop()
  const ours = await startOurs(url, idlePages)
  await ours.stop()
  const kilobytes = (contender: Contender) => `${(contender.memoryPerPage / 1000).toFixed(1)} kB`
  printRatio(`push, memory of an idle connection of ${idlePages}`, ours.memoryPerPage / floor.memoryPerPage, {
    bar: `at most ${barMemory}`,
    figures: `floor ${kilobytes(floor)}; ours ${kilobytes(ours)}`,
  })
  const microseconds = (contender: Contender) => `${Math.round(contender.connectCpuSPerPage * 1e6)} µs`
  printRatio('push, CPU for a page to come', ours.connectCpuSPerPage / floor.connectCpuSPerPage, {
    bar: `at most ${barConnect}`,
    figures: `floor ${microseconds(floor)}; ours ${microseconds(ours)}`,
  })
}

function startFloor(sockets: number): Promise<Contender> {
  const args = [frameOf(changeOf(randomUUID()))]
  return startContender({ program: './floor.ts', args, pages: sockets, send: ({ ask }) => ask('send') })
}

function startOurs(url: string, sockets: number, send: () => Promise<unknown> = nothing): Promise<Contender> {
  return startContender({ program: './portal.ts', args: [url], pages: sockets, send })
}

async function nothing(): Promise<void> {}

async function takeTurns(contenders: readonly Contender[]): Promise<void> {
  for (const contender of contenders) await contender.warmUp(warmUpRounds)
  for (let turn = 0; turn < turns; turn++) for (const contender of contenders) await contender.run(roundsPerTurn)
}

async function travel(url: string): Promise<void> {
  const start = (program: string, args: (string | number)[]) => startProcess(new URL(program, import.meta.url), args)
  const push = await start('push/portal.ts', [url])
  const ingest = await start('ingest/listener.ts', [url])
  const { gateways, perSecond, seconds } = journey
  const travellers = await start('push/journey.ts', [ingest.ready, push.ready, gateways])
  const reports = await travellers.ask('travel', { perSecond, seconds })
  const [p50, p99] = [await travellers.ask('quantile', 0.5), await travellers.ask('quantile', 0.99)]
  process.stdout.write(
    `from PUBLISH to the page at ${perSecond} reports a second: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (no bar)` +
      ` ${reports} reports of ${gateways} gateways\n`,
  )
  for (const child of [travellers, ingest, push]) await child.stop()
}

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
