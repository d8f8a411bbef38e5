import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createApplicationWithoutRoutes } from '#server/http/application-without-routes.ts'
import { createAddressLimit } from '#server/http/rate-limit.ts'
import { addHealthRoutes } from '#server/http/health.ts'
import { openDatabase } from './database.ts'
import { isDatabaseUnavailableError } from './outage-errors.ts'
import { registerDatabaseMetrics } from './metrics.ts'
import { createDatabaseProbe } from './database-probe.ts'
import { runDatabaseStatement } from '#test/processes/database-cluster.ts'
import { openDatabaseProxy } from '#test/processes/database-proxy.ts'
import { createTestDatabase } from '#test/database.ts'
import { inTransaction } from './transaction.ts'

// Specification 13.3: `unavailable` is answered as 503 with Retry-After.

const { url, close } = await createTestDatabase()

afterAll(close)

describe('an internal error is', () => {
  test.each([
    ['the end of a statement that took too long', '57014'],
    ['a lock that was not had in time', '55P03'],
    ['a deadlock', '40P01'],
    ['a transaction that gave way', '40001'],
    ['a transaction that was silent too long', '25P03'],
    ['a full disk', '53100'],
    ['too little memory', '53200'],
    ['too many connections', '53300'],
    ['a server that shuts down', '57P01'],
    ['a server that crashed', '57P02'],
    ['a server that starts', '57P03'],
    ['a host that only takes reads', '25006'],
    ['a broken disk', '58030'],
    ['a connection that broke', '08006'],
    ['a pooler that has no connection left', '08P01'],
    ['a host that nobody answers for', 'EHOSTUNREACH'],
    ['a name server that is away', 'EAI_AGAIN'],
  ])('an outage: %s', (_, code) =>
    expect(isDatabaseUnavailableError(Object.assign(new Error('no'), { code }))).toBe(true),
  )

  test.each([
    ['a wrong statement', '42601'],
    ['a row that is there already', '23505'],
    ['a value out of range', '22003'],
    ['a rule that is broken at the commit', '40002'],
    ['a missing file', 'ENOENT'],
    ['a word of five letters', 'EBUSY'],
  ])('no outage: %s', (_, code) =>
    expect(isDatabaseUnavailableError(Object.assign(new Error('no'), { code }))).toBe(false),
  )
})

test.each([
  [
    'a database that accepts no connections',
    '55000',
    async (name: string) => `alter database ${name} allow_connections false`,
  ],
  ['a database that was dropped', '3D000', async (name: string) => `alter database ${name} rename to ${name}_gone`],
  ['a user that may not sign in any more', '28000', async () => 'alter role newcomer nologin'],
])('if %s refuses connections, requests and readiness are answered 503 with Retry-After', async (_, code, refusal) => {
  const target = await createTestDatabase()
  const name = new URL(target.url).pathname.slice(1)
  await runDatabaseStatement(url, `create role newcomer login superuser password 'newcomer'`)
  const database = openDatabase(Object.assign(new URL(target.url), { username: 'newcomer', password: 'newcomer' }).href)
  await target.pool.end()
  await runDatabaseStatement(url, await refusal(name))
  await expect(database.pool.query('select')).rejects.toMatchObject({ name: 'FailedConnectionError', code })
  const app = await serving(database.pool, 'select 1')
  for (const path of ['/asks', '/readyz']) {
    const answer = await app.inject(path)
    expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
    expect(answer.json()).toMatchObject({ code: 'unavailable' })
  }
  const limit = createAddressLimit(database.pool, { name: 'sign-in', attempts: 1, windowS: 60, portion: 1 })
  await expect(limit('192.0.2.1')).rejects.toSatisfy(isDatabaseUnavailableError)
  await app.close()
  await database.close()
  await runDatabaseStatement(url, `drop role newcomer`)
  for (const each of [name, `${name}_gone`]) await runDatabaseStatement(url, `drop database if exists ${each}`)
})

test('a running statement that fails with a code of refused connections is an internal error', async () => {
  const database = openDatabase(url)
  await database.pool.query('create sequence never_asked')
  const app = await serving(database.pool, `select currval('never_asked')`)
  expect((await app.inject('/asks')).statusCode).toBe(500)
  await expect(database.pool.query(`select currval('never_asked')`)).rejects.toMatchObject({ code: '55000' })
  await app.close()
  await database.close()
})

test('a statement that takes too long is answered 503 with Retry-After', async () => {
  const app = await serving(openDatabase(url, { statementTimeoutMs: 50 }).pool, 'select pg_sleep(5)')
  const answer = await app.inject('/asks')
  expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
  expect(answer.json()).toMatchObject({ code: 'unavailable' })
  await app.close()
})

test('while the database is frozen requests are answered 503, and all recovers by itself', async () => {
  const line = await openDatabaseProxy(url)
  const database = openDatabase(line.url, { max: 2, statementTimeoutMs: 300 })
  const app = await serving(database.pool, 'select 1')
  const answers = async () => Promise.all([1, 2, 3, 4].map(() => app.inject('/asks')))
  expect((await answers()).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  line.loseData({ when: 'now' })
  const startedAt = performance.now()
  expect((await answers()).map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503])
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  expect(performance.now() - startedAt).toBeLessThan(12_000)
  line.stopLosingData()
  await vi.waitFor(async () => expect((await app.inject('/readyz')).statusCode).toBe(200), { timeout: 10_000 })
  expect((await answers()).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  await app.close()
  await database.close()
  await line.close()
}, 30_000)

test('a connection that did not answer once is never used again, not even in a transaction', async () => {
  const line = await openDatabaseProxy(url)
  const { pool, close: closeThem } = openDatabase(line.url, { max: 1, statementTimeoutMs: 100 })
  const ask = () => inTransaction(pool, async (transaction) => transaction.query({ text: 'select' }))
  await ask()
  line.loseData({ when: 'now' })
  await expect(ask()).rejects.toSatisfy(isDatabaseUnavailableError)
  line.stopLosingData()
  await ask()
  await closeThem()
  await line.close()
}, 15_000)

test('a connection that breaks before it is ready fails only its user', async () => {
  const line = await openDatabaseProxy(url)
  const { pool, close: closeThem } = openDatabase(line.url, { max: 1 })
  line.loseData({ when: 'before', word: 'set_config' })
  const asked = pool.query('select').catch((error: unknown) => error)
  await line.lost
  // Ends the connection. Without a listener, the error event would end the process, and the test run would fail.
  await line.close()
  expect(await asked).toSatisfy(isDatabaseUnavailableError)
  await closeThem()
})

// The situation after the loss of the primary, before the standby is promoted.
test('while only a read-only host is left, requests are answered 503, also reads, and all recovers by itself', async () => {
  const standby = await createTestDatabase()
  const hosts = standby.url.replace(/@([^/]+)/u, '@127.0.0.1:1,$1')
  const database = openDatabase(`${hosts}?target_session_attrs=read-write`, { max: 2 })
  const name = new URL(standby.url).pathname.slice(1)
  const takesWrites = async (does: boolean) => {
    await standby.pool.query(`alter database ${name} set default_transaction_read_only = ${does ? 'off' : 'on'}`)
  }
  await takesWrites(false)
  const apps = [await serving(database.pool, 'select 1'), await serving(database.pool, 'create table written ()')]
  for (const app of apps) {
    const answer = await app.inject('/asks')
    expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
    expect(answer.json()).toMatchObject({ code: 'unavailable' })
    expect((await app.inject('/readyz')).statusCode).toBe(503)
  }
  await takesWrites(true)
  for (const app of apps) {
    expect((await app.inject('/asks')).statusCode).toBe(200)
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    await app.close()
  }
  await database.close()
  await standby.close()
})

// The database is a standby, or an operator has set the primary to read-only.
test('while the database takes no writes, reads work, writes and /readyz answer 503, and all recovers by itself', async () => {
  const standby = await createTestDatabase()
  const name = new URL(standby.url).pathname.slice(1)
  const database = openDatabase(standby.url, { max: 2 })
  const registry = new Registry()
  registerDatabaseMetrics(registry, database.pool)
  const writable = async () => /^gateway_portal_database_writable (.)$/mu.exec(await registry.metrics())?.[1]
  const reading = await serving(database.pool, 'select 1')
  const writing = await serving(database.pool, 'create table if not exists written ()')
  await standby.pool.query(`alter database ${name} set default_transaction_read_only = on`)
  expect((await reading.inject('/asks')).statusCode).toBe(200)
  expect(await writing.inject('/asks')).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
  const readiness = await reading.inject('/readyz')
  expect(readiness).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
  expect(readiness.json()).toMatchObject({ code: 'unavailable', reason: 'database-read-only' })
  expect(await writable()).toBe('0')
  await standby.pool.query(`alter database ${name} set default_transaction_read_only = off`)
  expect((await reading.inject('/readyz')).statusCode).toBe(200)
  expect((await writing.inject('/asks')).statusCode).toBe(200)
  expect(await writable()).toBe('1')
  await Promise.all([reading.close(), writing.close(), database.close()])
  await standby.close()
})

test('a host that has become read-only is left at the first write, and the new one is found', async () => {
  const standby = await createTestDatabase()
  const { host } = new URL(url)
  const database = openDatabase(`${standby.url.replace(host, `127.0.0.1:1,${host}`)}?target_session_attrs=read-write`, {
    max: 1,
  })
  await database.pool.query('set default_transaction_read_only = on')
  const app = await serving(database.pool, 'create table if not exists written ()')
  expect(await app.inject('/asks')).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
  expect((await app.inject('/asks')).statusCode).toBe(200)
  await app.close()
  await database.close()
  await standby.close()
})

/** Creates an application with the health routes and one route that sends a query to the database. */
async function serving(pool: Pool, question: string): Promise<FastifyInstance> {
  const app = await createApplicationWithoutRoutes({ log: pino({ level: 'silent' }), trustedProxies: [] })
  app.get('/asks', async () => (await pool.query(question)).rows)
  addHealthRoutes(app, [createDatabaseProbe(pool)])
  return app
}
