import { randomUUID } from 'node:crypto'
import type { BusMessage } from '#server/live/bus/bus.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { openDatabase } from '#server/database/database.ts'
import { benchLog } from './bench-log.ts'
import { startBenchServer } from './bench-server.ts'
import { compareWithBaseline } from './compare-with-baseline.ts'
import { printFigure } from './print-figures.ts'
import { type PushContender, startContender } from './push/contender.ts'
import { insertSubscriptionData, readGatewayIds } from './push/data.ts'

// Measures the event bus, compared with a bare ws server that sends the same bytes: the delivery of a bus message to
// 2,000 WebSockets that each watch a gateway, and the cost of 10,000 idle WebSockets.

const pages = 2_000
/**
 * The number of idle pages. The benchmark also prints the CPU time until so many pages are connected, as after a
 * restart.
 */
const idlePages = 10_000
const roundsPerTurn = 15
let seq = 1

await using server = await startBenchServer({ durable: true })
const url = await server.createDatabase('push')
const { pool, close } = openDatabase(url)
await insertSubscriptionData(pool, idlePages)
await compareDeliveries()
await compareIdle()
await close()

async function compareDeliveries(): Promise<void> {
  const ids = (await readGatewayIds(pool)).slice(0, pages)
  const bus = createPostgresBus({ url, log: benchLog })
  await using baseline = await startBaseline(pages)
  await using ours = await startOurs(pages, async () => bus.publish(pool, ids.map(changeOf)))
  await compareWithBaseline(
    {
      baseline: async () => baseline.deliveriesPerCpuS(roundsPerTurn),
      ours: async () => ours.deliveriesPerCpuS(roundsPerTurn),
    },
    {
      warmUps: 1,
      rounds: 12,
      figures: [
        {
          label: `push to ${pages} sockets, deliveries per CPU second`,
          of: (perCpuS) => perCpuS,
          unit: '/s',
          limit: { atLeast: 0.5 },
        },
      ],
    },
  )
  await bus.close()
}

async function compareIdle(): Promise<void> {
  const costs = await compareWithBaseline(
    {
      baseline: async () => costsOf(await startBaseline(idlePages)),
      ours: async () => costsOf(await startOurs(idlePages)),
    },
    {
      rounds: 5,
      figures: [
        {
          label: `push, memory of an idle connection of ${idlePages}`,
          of: ({ memoryKb }) => memoryKb,
          unit: 'kB',
          digits: 1,
          limit: { atMost: 1.3 },
        },
        {
          label: 'push, CPU for a page to come',
          of: ({ connectCpuUs }) => connectCpuUs,
          unit: 'µs',
          digits: 1,
          limit: { atMost: 3 },
        },
      ],
    },
  )
  const allS = costs.ours.map(({ connectCpuUs }) => (connectCpuUs * idlePages) / 1e6)
  printFigure(`push, CPU until ${idlePages} pages are live again`, allS, {
    unit: 's',
    limit: { atMost: 4 },
    figures: 'of the push side',
  })
}

async function costsOf({ memoryPerPage, connectCpuSPerPage, stop }: PushContender) {
  await stop()
  return { memoryKb: memoryPerPage / 1000, connectCpuUs: connectCpuSPerPage * 1e6 }
}

function startBaseline(sockets: number): Promise<PushContender> {
  const args = [frameOf(changeOf(randomUUID()))]
  return startContender({ program: './baseline.ts', args, pages: sockets, send: ({ ask }) => ask('send') })
}

function startOurs(sockets: number, send: () => Promise<unknown> = async () => {}): Promise<PushContender> {
  return startContender({ program: './portal.ts', args: [url], pages: sockets, send })
}

type GatewayChange = BusMessage & { kind: 'gateway' }

function changeOf(gatewayId: string): GatewayChange {
  const ts = new Date().toISOString()
  const payload = { gatewayStatus: 'WORKING', since: ts }
  return { kind: 'gateway', gatewayId, unit: 'status', seq: seq++, ts, payload }
}

function frameOf({ gatewayId, unit, payload, ts, seq: own }: GatewayChange): string {
  const body = { resourceId: gatewayId, resourceType: 'gateway', unit, seq: own, timestamp: ts, payload }
  return `a${JSON.stringify([JSON.stringify({ type: 'rec', address: 'subscriptions', body })])}`
}
