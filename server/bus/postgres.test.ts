import { silentLog } from '#server/log.ts'
import { afterAll, afterEach, expect, inject, test, vi } from 'vitest'
import { command } from '#server/database/test-cluster.ts'
import { testDatabase } from '#server/database/testing.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Bus, BusMessage } from './bus.ts'
import { createPostgresBus } from './postgres.ts'

const { pool, url, close } = await testDatabase()
const open: Bus[] = []

afterEach(async () => {
  for (const bus of open.splice(0)) await bus.close()
})

afterAll(close)

test('a message arrives once its transaction has committed, in every process that subscribed', async () => {
  const [writer, reader, other] = [startBus(), await startReader(), await startReader()]
  await inTransaction(pool, (transaction) => writer.publish(transaction, [access('a'), access('b')]))
  await vi.waitFor(() => expect(reader.heard).toEqual([access('a'), access('b')]))
  await vi.waitFor(() => expect(other.heard).toEqual([access('a'), access('b')]))
})

test('what is rolled back is never heard of', async () => {
  const [writer, reader] = [startBus(), await startReader()]
  const failing = inTransaction(pool, async (transaction) => {
    await writer.publish(transaction, [access('never')])
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await writer.publish(pool, [access('after')])
  await vi.waitFor(() => expect(reader.heard).toEqual([access('after')]))
})

test('one commit of 500 changes arrives whole, in order', async () => {
  const [writer, reader] = [startBus(), await startReader()]
  const messages = Array.from({ length: 500 }, (_, index) => access(`gateway-${index}`))
  await writer.publish(pool, messages)
  await vi.waitFor(() => expect(reader.heard).toEqual(messages))
})

test('a reader whose connection was cut listens again and is told to read again', async () => {
  const [writer, reader] = [startBus(), await startReader()]
  await cutListeners()
  await vi.waitFor(() => expect(reader.resyncs).toBe(1), { timeout: 10_000 })
  expect(reader.losses).toBe(1)
  await writer.publish(pool, [access('after')])
  await vi.waitFor(() => expect(reader.heard).toEqual([access('after')]))
})

test('a reader keeps trying while the database refuses connections', async () => {
  const reader = await startReader()
  const { adminUrl } = inject('testCluster')
  const name = new URL(url).pathname.slice(1)
  await command(adminUrl, `alter database ${name} with allow_connections false`)
  await cutListeners()
  await vi.waitFor(() => expect(reader.complaints()).toBeGreaterThan(2), { timeout: 10_000 })
  await command(adminUrl, `alter database ${name} with allow_connections true`)
  await vi.waitFor(() => expect(reader.resyncs).toBe(1), { timeout: 10_000 })
})

test('a foreign notification on the channel harms nobody', async () => {
  const [writer, reader] = [startBus(), await startReader()]
  await pool.query(`notify portal_bus, 'not json'`)
  await pool.query('notify portal_bus')
  await writer.publish(pool, [access('after')])
  await vi.waitFor(() => expect(reader.heard).toEqual([access('after')]))
})

test('a closed subscription hears nothing more', async () => {
  const [reader, other] = [await startReader(), await startReader()]
  reader.subscription.close()
  await reader.bus.publish(pool, [access('late')])
  await vi.waitFor(() => expect(other.heard).toEqual([access('late')]))
  expect(reader.heard).toEqual([])
})

test('subscribing to a database that is not there is refused', async () => {
  const bus = createPostgresBus({ url: 'postgres://nobody@127.0.0.1:1/none', log: silentLog })
  await expect(bus.subscribe({ onMessages: () => {}, onResync: () => {} })).rejects.toThrow('ECONNREFUSED')
})

function access(gatewayId: string): BusMessage {
  return { kind: 'access', gatewayId }
}

function startBus(log = silentLog): Bus {
  const bus = createPostgresBus({ url, log })
  open.push(bus)
  return bus
}

async function startReader() {
  const warn = vi.fn()
  const bus = startBus({ ...silentLog, warn })
  const reader = { bus, heard: [] as BusMessage[], resyncs: 0, losses: 0, complaints: () => warn.mock.calls.length }
  const subscription = await bus.subscribe({
    onMessages: (messages) => void reader.heard.push(...messages),
    onLost: () => void reader.losses++,
    onResync: () => void reader.resyncs++,
  })
  return Object.assign(reader, { subscription })
}

async function cutListeners(): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'gateway-portal bus' and datname = current_database()`,
  )
}
