import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { silentLog } from '#server/log.ts'
import { insertGatewayWithPeople, storeStatusReport } from '#test/live/push-process.ts'
import type { Bus, BusMessage } from '../bus.ts'
import { accessMessageOf } from '#test/live/bus-contract.ts'
import { createNatsMetrics } from './metrics.ts'
import { createNatsBus } from './nats-bus.ts'
import { storeMessages } from './store.ts'
import { type PausableProxy, openPausableProxy } from '#test/live/pausable-proxy.ts'
import { type TestNats, natsServerPath, startTestNats } from '#test/live/test-nats.ts'

const database = await createTestDatabase({ max: 10 })
const { pool } = database
const times = { answerMs: 1_000, defaultMs: 300, withoutNatsMs: 200, failedMs: 100, lostAfterMs: 1_500 }
const soon = { timeout: 15_000 }

afterAll(database.close)

describe.skipIf(natsServerPath === undefined)('messages lost by NATS', () => {
  let nats: TestNats
  let line: PausableProxy
  const buses: Bus[] = []

  beforeAll(async () => {
    nats = await startTestNats()
    line = await openPausableProxy(nats.host)
  })

  afterEach(async () => {
    line.releaseData()
    for (const bus of buses.splice(0)) await bus.close()
  })

  afterAll(async () => {
    await line.close()
    await nats.close()
  })

  async function startBus(changed: { servers?: string; pool?: Pool; prefix?: string } = {}) {
    const registry = new Registry()
    const metrics = createNatsMetrics(registry)
    const { servers = nats.host, prefix = 'portal', ...others } = changed
    const bus = await createNatsBus({ pool, ...others, servers: { servers }, prefix, times, log: silentLog, metrics })
    buses.push(bus)
    return { bus, metrics, shown: async () => registry.metrics() }
  }

  async function startListener(changed: Parameters<typeof startBus>[0] = {}) {
    const { bus, metrics, shown } = await startBus(changed)
    const listener = { bus, metrics, shown, received: [] as BusMessage[], losses: 0, resyncs: 0 }
    const subscription = await bus.subscribe({
      onMessages: (messages) => void listener.received.push(...messages),
      onLost: () => void listener.losses++,
      onResync: () => void listener.resyncs++,
    })
    const watch = async (...ids: string[]) => {
      subscription.watch(ids)
      await subscription.settled()
    }
    /** Resolves after the bus has polled the database two more times. */
    const poll = async () => {
      for (const id of [randomUUID(), randomUUID()]) {
        await watch(id)
        await storeMessages(pool, randomUUID(), [accessMessageOf(id)])
        await vi.waitFor(() => expect(listener.received).toContainEqual(accessMessageOf(id)), soon)
        listener.received.splice(
          listener.received.findIndex((one) => one.kind === 'access' && one.gatewayId === id),
          1,
        )
      }
    }
    return Object.assign(listener, { watch, poll })
  }

  test('the status of a gateway whose listener died after the commit is found, once', async () => {
    const listener = await startListener()
    const gatewayId = await insertGatewayWithPeople(database, [])
    await listener.watch(gatewayId)
    const seq = await storeStatusReport({ pool }, gatewayId, 'ERROR')
    const found = { kind: 'gateway', gatewayId, unit: 'status', seq, ts: expect.any(String), payload: null }
    await vi.waitFor(() => expect(listener.received).toEqual([found]), soon)
    await listener.poll()
    expect(listener.received).toEqual([found])
  })

  test('a report of each other unit is also found, with its own time and number', async () => {
    const listener = await startListener()
    const gatewayId = await insertGatewayWithPeople(database, [])
    await listener.watch(gatewayId)
    const ts = new Date(Date.now() - 1_000).toISOString()
    await keepReport(gatewayId, ts)
    const time = ts.replace('Z', '000Z')
    const found = { kind: 'gateway', gatewayId, unit: 'hc1', seq: expect.any(Number), ts: time, payload: null }
    await vi.waitFor(() => expect(listener.received).toEqual([found]), soon)
  })

  test('a received message is not delivered again, and nothing from before the subscription is', async () => {
    const [listener, { bus }] = [await startListener(), await startBus()]
    const gatewayId = await insertGatewayWithPeople(database, [])
    await storeStatusReport({ pool }, gatewayId, 'WORKING')
    await listener.watch(gatewayId)
    const seq = await storeStatusReport({ pool, bus }, gatewayId, 'ERROR')
    await inTransaction(pool, async (transaction) => bus.publish(transaction, [accessMessageOf(gatewayId)]))
    await listener.poll()
    expect(listener.received).toEqual([expect.objectContaining({ kind: 'gateway', seq }), accessMessageOf(gatewayId)])
  })

  test('a message that was stored and never sent is delivered once, to the subscribers of its subject', async () => {
    const [listener, other] = [await startListener(), await startListener()]
    const gatewayId = randomUUID()
    await listener.watch(gatewayId)
    await storeMessages(pool, randomUUID(), [accessMessageOf(gatewayId)])
    await vi.waitFor(() => expect(listener.received).toEqual([accessMessageOf(gatewayId)]), soon)
    await Promise.all([listener.poll(), other.poll()])
    expect([listener.received, other.received]).toEqual([[accessMessageOf(gatewayId)], []])
  })

  test('a message of a transaction that began before others and ended after them is found', async () => {
    const listener = await startListener()
    const [early, late] = [randomUUID(), randomUUID()]
    await listener.watch(early, late)
    await inTransaction(pool, async (transaction) => {
      await storeMessages(transaction, randomUUID(), [accessMessageOf(early)])
      await storeMessages(pool, randomUUID(), [accessMessageOf(late)])
      await vi.waitFor(() => expect(listener.received).toEqual([accessMessageOf(late)]), soon)
    })
    await vi.waitFor(() => expect(listener.received).toEqual([accessMessageOf(late), accessMessageOf(early)]), soon)
  })

  test('commits from before a process subscribed are not delivered, however long others take', async () => {
    const gatewayId = randomUUID()
    await inTransaction(pool, async (transaction) => {
      await transaction.query({ text: 'select pg_current_xact_id()' })
      await storeMessages(pool, randomUUID(), [accessMessageOf(gatewayId)])
      const listener = await startListener()
      await listener.watch(gatewayId)
      await listener.poll()
      expect(listener.received).toEqual([])
    })
  })

  test('while NATS is down all changes are read from the database, and no message counts as lost', async () => {
    const [listener, writer] = [await startListener(), await startBus()]
    const gatewayId = await insertGatewayWithPeople(database, [])
    await listener.watch(gatewayId)
    await nats.kill()
    const fallback = async () => (await listener.metrics.fallback.get()).values[0]?.value
    await vi.waitFor(async () => expect(await fallback()).toBe(1), soon)
    const seq = await storeStatusReport({ pool, bus: writer.bus }, gatewayId, 'ERROR')
    await writer.bus.publish(pool, [accessMessageOf(gatewayId)])
    await vi.waitFor(() => expect(listener.received).toHaveLength(2), soon)
    expect(listener.received).toContainEqual(expect.objectContaining({ kind: 'gateway', seq }))
    expect((await writer.metrics.unsent.get()).values[0]?.value).toBe(2)
    await nats.start()
    await vi.waitFor(async () => expect(await fallback()).toBe(0), soon)
    expect([listener.losses, listener.resyncs]).toEqual([0, 0])
  })

  test('a process starts while NATS is down, and connects once it is available', async () => {
    await nats.kill()
    const listener = await startListener()
    const gatewayId = randomUUID()
    await listener.watch(gatewayId)
    await listener.bus.publish(pool, [accessMessageOf(gatewayId)])
    await vi.waitFor(() => expect(listener.received).toEqual([accessMessageOf(gatewayId)]), soon)
    await nats.start()
    await vi.waitFor(async () => expect((await listener.metrics.connected.get()).values[0]?.value).toBe(1), soon)
    await listener.poll()
    await listener.bus.publish(pool, [accessMessageOf(gatewayId)])
    await vi.waitFor(() => expect(listener.received).toHaveLength(2), soon)
    expect(await listener.shown()).toMatch(/gateway_portal_bus_messages_total\{direction="in"\} [12]\n/u)
  })

  test('a NATS that does not answer blocks no commit, and changes found meanwhile are delivered', async () => {
    const listener = await startListener({ servers: line.host })
    const gatewayId = await insertGatewayWithPeople(database, [])
    await listener.watch(gatewayId)
    line.holdData()
    const seq = await storeStatusReport({ pool, bus: listener.bus }, gatewayId, 'ERROR')
    await vi.waitFor(() => expect(listener.received).toEqual([expect.objectContaining({ seq })]), soon)
    expect(line.passedSinceHold()).toBe(0)
  })

  test('a NATS that is too slow gets a limited amount of data', async () => {
    const { bus, metrics } = await startBus({ servers: line.host })
    line.holdData()
    const change = { kind: 'gateway', unit: 'hc1', seq: 1, ts: '2026-01-01T00:00:00.000000Z' } as const
    const payload = { curve: 'x'.repeat(60_000) }
    for (let round = 0; round < 400; round++) await bus.publish(pool, [{ ...change, gatewayId: randomUUID(), payload }])
    const unsent = (await metrics.unsent.get()).values[0]?.value ?? 0
    expect(unsent).toBeGreaterThan(50)
    expect(unsent).toBeLessThan(350)
  })

  test('a process that cannot poll the database reports lost messages, and later requests a new read', async () => {
    let isAway = false
    const query = async (config: Parameters<Pool['query']>[0]) => {
      if (isAway) throw new Error('away')
      return pool.query(config)
    }
    const listener = await startListener({ pool: { query } as unknown as Pool })
    isAway = true
    await vi.waitFor(() => expect(listener.losses).toBe(1), soon)
    expect(listener.resyncs).toBe(0)
    isAway = false
    await vi.waitFor(() => expect(listener.resyncs).toBe(1), soon)
    await listener.poll()
    expect([listener.losses, listener.resyncs]).toEqual([1, 1])
  })

  test('two portals on one NATS do not receive each other’s messages', async () => {
    const elsewhere = await createTestDatabase()
    const [north, south] = [
      await startListener({ prefix: 'north' }),
      await startListener({ prefix: 'south', pool: elsewhere.pool }),
    ]
    const id = randomUUID()
    await Promise.all([north.watch(id), south.watch(id)])
    await north.bus.publish(pool, [accessMessageOf(id), { kind: 'session-ended', personId: id, tokenDigests: [] }])
    await south.bus.publish(elsewhere.pool, [{ kind: 'service', gatewayId: id }])
    await vi.waitFor(() => expect([north.received.length, south.received.length]).toEqual([2, 1]), soon)
    await north.poll()
    expect([north.received.length, south.received.length]).toEqual([2, 1])
    await Promise.all(buses.splice(0).map((bus) => bus.close()))
    await elsewhere.close()
  })

  async function keepReport(gatewayId: string, ts: string): Promise<void> {
    const day = ts.slice(0, 10)
    await pool.query('select ensure_telemetry_partitions($1::date, $1::date)', [day])
    await pool.query(
      `with kept as (
         insert into telemetry (gateway_id, unit, ts, received_at, seq, payload)
         values ($1, 'hc1', $2, $2, nextval('change_seq'), '{}')
       )
       update gateway_status set newest = jsonb_build_object('hc1', $3::float8) where gateway_id = $1`,
      [gatewayId, ts, Date.parse(ts)],
    )
  }
})
