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
// sends the same bytes. And, without a bar, the whole way from a gateway's PUBLISH to the page of its owner.
const pages = 2_000
const warmUpRounds = 20
/** The two take turns, so that whatever else the machine does meets both. */
const turns = 20
const roundsPerTurn = 5
const barDeliveries = 0.6
const barMemory = 1.5
let seq = 1
const journey = { gateways: 250, perSecond: 500, seconds: 10 }

const cluster = await startTemporary({ durable: true })
try {
  const url = await createDatabase(cluster.url, 'push')
  const { pool, close } = openDatabase(url)
  await fillSubscriptions(pool, pages)
  await comparePush(url, pool)
  await close()
  await travel(url)
} finally {
  await cluster.stop()
}

async function comparePush(url: string, pool: Pool): Promise<void> {
  const ids = await gatewayIds(pool)
  const bus = createPostgresBus({ url, log: { ...silentLog, warn: console.error } })
  const floor = await startContender({
    program: './floor.ts',
    args: [frameOf(changeOf(ids[0] ?? ''))],
    pages,
    send: ({ ask }) => ask('send'),
  })
  const ours = await startContender({
    program: './portal.ts',
    args: [url],
    pages,
    send: async () => bus.publish(pool, ids.map(changeOf)),
  })
  await takeTurns([floor, ours])
  printPush(floor, ours)
  await Promise.all([floor.stop(), ours.stop(), bus.close()])
}

async function takeTurns(contenders: readonly Contender[]): Promise<void> {
  for (const contender of contenders) await contender.warmUp(warmUpRounds)
  for (let turn = 0; turn < turns; turn++) for (const contender of contenders) await contender.run(roundsPerTurn)
}

function printPush(floor: Contender, ours: Contender): void {
  const [deliveries, memory] = [
    ours.deliveriesPerCpuS() / floor.deliveriesPerCpuS(),
    ours.memoryPerPage / floor.memoryPerPage,
  ]
  const perCpuS = (contender: Contender) => `${Math.round(contender.deliveriesPerCpuS())}/s`
  const kilobytes = (contender: Contender) => `${(contender.memoryPerPage / 1000).toFixed(1)} kB`
  printRatio(`push to ${pages} sockets, deliveries per CPU second`, deliveries, {
    bar: `at least ${barDeliveries}`,
    figures: `floor ${perCpuS(floor)}; ours ${perCpuS(ours)}`,
  })
  printRatio('push, memory per idle connection', memory, {
    bar: `at most ${barMemory}`,
    figures: `floor ${kilobytes(floor)}; ours ${kilobytes(ours)}`,
  })
}

async function travel(url: string): Promise<void> {
  const start = (program: string, args: (string | number)[]) => startProcess(new URL(program, import.meta.url), args)
  const push = await start('push/portal.ts', [url])
  const ingest = await start('ingest/listener.ts', [url, 'store'])
  const { gateways, perSecond, seconds } = journey
  const travellers = await start('push/journey.ts', [ingest.ready, push.ready, gateways, perSecond, seconds])
  const [p50, p99] = [await travellers.ask('quantile', 0.5), await travellers.ask('quantile', 0.99)]
  process.stdout.write(
    `from PUBLISH to the page at ${perSecond} reports a second: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (no bar)` +
      ` ${travellers.ready} reports of ${gateways} gateways\n`,
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
