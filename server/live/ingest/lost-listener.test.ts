import { silentLog } from '#server/log.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { lockGatewayAndReadHolders } from '#server/appliances/store.ts'
import { openDatabase } from '#server/database/database.ts'
import { type ProxyLoss, openDatabaseProxy } from '#test/processes/database-proxy.ts'
import { createTestDatabase } from '#test/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import {
  connectTestDevice,
  registerTestGateway,
  reportPayloadOf,
  startTestIngest,
  type TestDevice,
  type TestGateway,
} from '#test/live/test-ingest.ts'

// Tests the loss of the machine of a listener, after which its gateways get no DISCONNECT. Another listener must serve
// them, because listeners have no state. Specification 14.5.

const { pool, url, close } = await createTestDatabase()
const noon = Date.parse('2026-03-15T12:00:00Z')
const clock = { now: () => noon }
/** The name of the statement that writes a batch. */
const batch = 'ingest-write'
const bus = createPostgresBus({ url, log: silentLog })
const survivor = await startTestIngest({ pool, clock, bus })
const closings: (() => Promise<unknown>)[] = [survivor.close]

afterAll(async () => {
  for (const end of closings.toReversed()) await end()
  await close()
})

test('a listener that is lost while it sends a batch holds no locks', async () => {
  const gateway = await registerTestGateway(pool, '310000001')
  const doomed = await startDoomed()
  const [there, here] = await Promise.all([doomed.connect(gateway), connect(survivor.port, gateway)])
  await publish(there, gateway, noon)
  await lostIn(doomed, { when: 'before', word: batch }, () => there.publish(...report(gateway, noon + 1)))
  await publish(here, gateway, noon + 2)
  expect(await openTransactions()).toBe(0)
  expect(await storedOf(gateway)).toEqual([noon, noon + 2])
})

test('a batch that was sent before its listener was lost is stored, and blocks no other', async () => {
  const gateway = await registerTestGateway(pool, '310000002')
  const doomed = await startDoomed()
  const [there, here] = await Promise.all([doomed.connect(gateway), connect(survivor.port, gateway)])
  await publish(there, gateway, noon)
  await lostIn(doomed, { when: 'answers-after', word: batch }, () => there.publish(...report(gateway, noon + 1)))
  const soon = { timeout: 20_000 }
  await vi.waitFor(async () => expect(await storedOf(gateway)).toEqual([noon, noon + 1]), soon)
  await publish(here, gateway, noon + 2)
  expect(await openTransactions()).toBe(0)
  expect(await storedOf(gateway)).toEqual([noon, noon + 1, noon + 2])
})

test('a claim that is lost in the middle does not block reports', async () => {
  const gateway = await registerTestGateway(pool, '310000003')
  await inTransaction(pool, async (claiming) => {
    await lockGatewayAndReadHolders(claiming, gateway.id, noon)
    const here = await connect(survivor.port, gateway)
    await publish(here, gateway, noon)
    expect(await storedOf(gateway)).toEqual([noon])
  })
})

type Doomed = {
  lose: (loss: ProxyLoss) => void
  lost: Promise<void>
  connect: (gateway: TestGateway) => Promise<TestDevice>
}

/** Starts a listener whose database connection the test can cut, as if the listener's machine had failed. */
async function startDoomed(): Promise<Doomed> {
  const line = await openDatabaseProxy(url)
  const database = openDatabase(line.url)
  const ingest = await startTestIngest({ pool: database.pool, clock, bus })
  closings.push(line.close)
  return { lose: line.loseData, lost: line.lost, connect: (gateway) => connect(ingest.port, gateway) }
}

async function lostIn(doomed: Doomed, loss: ProxyLoss, act: () => unknown): Promise<void> {
  doomed.lose(loss)
  act()
  await doomed.lost
}

async function connect(port: number, gateway: TestGateway): Promise<TestDevice> {
  const device = await connectTestDevice(port, gateway.serial)
  device.on('error', () => {})
  closings.push(async () => device.end(true))
  return device
}

function report(gateway: TestGateway, ts: number) {
  return [`gateways/${gateway.serial}/hc1`, reportPayloadOf({}, ts), { qos: 1 }] as const
}

async function publish(device: TestDevice, gateway: TestGateway, ts: number): Promise<void> {
  await device.publishAsync(...report(gateway, ts))
}

async function openTransactions(): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction'`,
  )
  return rows[0]?.open ?? 0
}

async function storedOf({ id }: TestGateway): Promise<number[]> {
  const { rows } = await pool.query<{ ts: Date }>('select ts from telemetry where gateway_id = $1 order by ts', [id])
  return rows.map(({ ts }) => ts.getTime())
}
