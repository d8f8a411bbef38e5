import { afterAll, expect, inject, test, vi } from 'vitest'
import { runDatabaseStatement } from '#test/processes/database-cluster.ts'
import { createTestDatabase } from '#test/database.ts'
import { createPostgresBus } from './postgres-bus.ts'
import { accessMessageOf, defineBusContractTests } from '#test/live/bus-contract.ts'

const database = await createTestDatabase()
const { pool, url, close } = database

afterAll(close)

const { startBus, startReader } = defineBusContractTests(database, {
  open: async (options) => createPostgresBus({ url, ...options }),
  breakConnections: cutListeners,
  rejectConnections: async () => {
    await allowConnections(false)
    await cutListeners()
  },
  acceptConnections: async () => allowConnections(true),
  sendForeign: async (text) => void (await pool.query(`select pg_notify('portal_bus', $1)`, [text])),
})

test('a reader whose connection was cut reconnects and is asked to read again', async () => {
  const [writer, reader] = [await startBus(), await startReader()]
  await cutListeners()
  await vi.waitFor(() => expect(reader.resyncs).toBe(1), { timeout: 10_000 })
  expect(reader.losses).toBe(1)
  const gatewayId = '00000000-0000-4000-8000-000000000009'
  await writer.publish(pool, [accessMessageOf(gatewayId)])
  await vi.waitFor(() => expect(reader.received).toEqual([accessMessageOf(gatewayId)]))
})

async function allowConnections(isAllowed: boolean): Promise<void> {
  const { adminUrl } = inject('testCluster')
  await runDatabaseStatement(
    adminUrl,
    `alter database ${new URL(url).pathname.slice(1)} with allow_connections ${isAllowed}`,
  )
}

async function cutListeners(): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'gateway-portal bus' and datname = current_database()`,
  )
}
