import { setImmediate } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { registerDatabaseMetrics } from './metrics.ts'
import { createTestDatabase } from '#test/database.ts'

// docs/reference/metrics.md: `gateway_portal_database_waiting` counts statements that wait for a connection.

const database = await createTestDatabase({ max: 2 })
afterAll(database.close)
const { pool } = database
const registry = new Registry()
registerDatabaseMetrics(registry, pool)

async function connections(): Promise<Record<string, number>> {
  const text = await registry.metrics()
  const lines = [...text.matchAll(/^gateway_portal_database_(\w+(?:\{state="\w+"\})?) (\d+)$/gmu)]
  return Object.fromEntries(
    lines.map(([, name = '', value]) => [name.replaceAll(/connections|\W|state/gu, ''), Number(value)]),
  )
}

test('the scrape does not count its own statement, with any number of parallel scrapes', async () => {
  await pool.query('select')
  const quiet = { reachable: 1, writable: 1, waiting: 0, used: 0 }
  expect(await connections()).toMatchObject(quiet)
  expect(await connections()).toMatchObject(quiet)
  expect(await Promise.all([connections(), connections()])).toMatchObject([quiet, quiet])
})

test('a statement that waits for a connection is counted', async () => {
  const [one, other] = [await pool.connect(), await pool.connect()]
  const waiting = pool.query('select')
  const scraped = connections()
  // The scrape itself sends a statement that also waits. The metric does not count this statement.
  await setImmediate()
  for (const client of [one, other]) client.release()
  expect(await scraped).toMatchObject({ waiting: 1, used: 2, idle: 0 })
  await waiting
})
