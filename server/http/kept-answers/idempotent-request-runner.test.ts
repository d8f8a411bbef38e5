import * as fc from 'fast-check'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import { execute } from '#server/database/sql.ts'
import { openDatabaseProxy } from '#test/processes/database-proxy.ts'
import { createTestDatabase } from '#test/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { type TestApi, createTestApi } from '#test/test-api.ts'
import { Refusal } from '../refusals.ts'
import {
  storedAnswerLifetimeMs,
  createIdempotentRunnerForPeople,
  createIdempotentRequestRunner,
  maxStoredAnswersPerOwner,
} from './idempotent-request-runner.ts'
import { toCanonicalJson } from './request-digest.ts'

const database = await createTestDatabase({ max: 10 })
const second = openDatabase(database.url, { max: 10 })
await database.pool.query('create table done (person text, endpoint text)')

const noon = Date.parse('2026-03-15T12:00:00Z')
const time = { ms: noon }
/** Requests to the endpoint `slow` wait until this promise resolves. */
let gate: Promise<void> = Promise.resolve()

/**
 * Creates a portal in which a POST of push subscriptions writes a row in a transaction. Depending on the name in the
 * body, the endpoint refuses before or after it writes the row.
 */
async function portalOn(db: Database): Promise<TestApi> {
  const { pool } = db
  const { personIdOf } = createPersonDirectory(db)
  const registryKey = Buffer.alloc(32, 1)
  return createTestApi(
    (add) => {
      add(api.addPushSubscription, async ({ caller, body }) => {
        const { endpoint } = body()
        if (endpoint.endsWith('busy')) throw new Refusal('too-many-requests', { retryAfterS: 7 })
        await inTransaction(pool, async (transaction) => {
          await execute(transaction)`insert into done (person, endpoint) values (${caller.subject}, ${endpoint})`
          if (endpoint.endsWith('undone'))
            throw new Refusal('rule-broken', { errors: [{ path: 'endpoint', code: 'x' }] })
        })
        if (endpoint.endsWith('slow')) await gate
        if (endpoint.endsWith('away')) throw new Refusal('unavailable')
        if (endpoint.endsWith('broken')) throw new Error('broken')
        if (endpoint.endsWith('refused'))
          throw new Refusal('rule-broken', { errors: [{ path: 'endpoint', code: 'y' }] })
        return { endpoint }
      })
      add(api.verifyEmail, async () => ({ address: null, unverified: null, codeUntil: null }))
    },
    {
      answerOnce: createIdempotentRunnerForPeople(
        createIdempotentRequestRunner({ pool, clock: { now: () => time.ms }, registryKey }),
        personIdOf,
      ),
    },
  )
}

const one = await portalOn(database)
const other = await portalOn(second)

beforeEach(async () => {
  time.ms = noon
  gate = Promise.resolve()
  await database.pool.query('truncate done, kept_answer')
})

afterAll(async () => {
  await one.app.close()
  await other.app.close()
  await second.close()
  await database.close()
})

const keys = { p256dh: 'A'.repeat(87), auth: 'B'.repeat(22) }
const url = '/api/2/notices/push-subscriptions'
type Post = { key?: string; name?: string; as?: string; at?: TestApi }
const post = async ({ key = 'k', name = 'a', as = 'ann', at = one }: Post = {}) =>
  at.send({
    as,
    method: 'POST',
    url,
    body: { endpoint: `https://push.example.com/${name}`, keys },
    headers: { 'idempotency-key': key },
  })

async function timesDone(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>('select count(*)::int as count from done')
  return rows[0]?.count ?? 0
}

async function answersKept(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>('select count(*)::int as count from kept_answer')
  return rows[0]?.count ?? 0
}

test('the same key and body get the first answer from any process, and the work is done once', async () => {
  const answers = [await post(), await post(), await post({ at: other })]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(await timesDone()).toBe(1)
})

test.each([
  ['another body', { name: 'b' }],
  ['another body at another process', { name: 'b', at: other }],
])('the same key with %s is 422 idempotency-mismatch', async (_, change) => {
  await post()
  const answer = await post(change)
  expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'idempotency-mismatch' }])
  expect(await timesDone()).toBe(1)
})

test('the same key at another path is 422 idempotency-mismatch', async () => {
  await post()
  const elsewhere = { as: 'ann', method: 'POST', url: '/api/2/users/me/email-verification', body: {} }
  const answer = await one.send({ ...elsewhere, headers: { 'idempotency-key': 'k' } })
  expect(answer.statusCode).toBe(422)
})

test('the keys of different people are independent', async () => {
  await post()
  const answer = await post({ as: 'bea', name: 'b' })
  expect(answer.json()).toEqual({ endpoint: 'https://push.example.com/b' })
  expect(await timesDone()).toBe(2)
})

test('while the first request is in progress, any process answers 409 in-progress with Retry-After', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const first = post({ name: 'slow' })
  await vi.waitUntil(isUnderWay)
  for (const at of [one, other]) {
    const answer = await post({ name: 'slow', at })
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'in-progress' }])
    expect(answer.headers['retry-after']).toBe('1')
  }
  resolve()
  expect((await first).statusCode).toBe(201)
  expect((await post({ name: 'slow', at: other })).body).toBe((await first).body)
  expect(await timesDone()).toBe(1)
})

async function isUnderWay(): Promise<boolean> {
  // Counts only the connections to this database, because other tests use other databases of the same PostgreSQL.
  const { rowCount } = await database.pool.query(
    `select from pg_locks join pg_database d on d.oid = pg_locks.database
     where locktype = 'advisory' and granted and d.datname = current_database()`,
  )
  return rowCount !== 0
}

test('the same key sent 20 times at once to two processes does the work once', async () => {
  const sent = Array.from({ length: 20 }, async (_, index) => post({ at: index % 2 ? one : other }))
  const answers = await Promise.all(sent)
  expect(await timesDone()).toBe(1)
  const done = answers.filter(({ statusCode }) => statusCode === 201)
  expect(done.length).toBeGreaterThan(0)
  expect(new Set(done.map(({ body }) => body)).size).toBe(1)
  expect(answers.filter(({ statusCode }) => statusCode !== 201).map(({ statusCode }) => statusCode)).toEqual(
    Array.from({ length: 20 - done.length }, () => 409),
  )
})

test('a refusal is stored, and so is everything written before it', async () => {
  const first = await post({ name: 'refused' })
  expect([first.statusCode, first.json()]).toMatchObject([422, { errors: [{ path: 'endpoint', code: 'y' }] }])
  expect((await post({ name: 'refused', at: other })).body).toBe(first.body)
  expect(await timesDone()).toBe(1)
})

test('a refused transaction writes nothing, and its refusal is stored', async () => {
  const first = await post({ name: 'undone' })
  expect(first.statusCode).toBe(422)
  expect((await post({ name: 'undone' })).body).toBe(first.body)
  expect([await timesDone(), await answersKept()]).toEqual([0, 1])
})

test.each([
  ['busy', 429],
  ['away', 503],
  ['broken', 500],
])('a temporary refusal is not stored, nor anything that its work wrote: %s', async (name, status) => {
  for (const _ of [1, 2]) expect((await post({ name })).statusCode).toBe(status)
  expect([await timesDone(), await answersKept()]).toEqual([0, 0])
})

test('a key is stored for 24 hours, and may then be used for another request', async () => {
  await post()
  time.ms = noon + storedAnswerLifetimeMs - 1
  expect((await post({ name: 'b' })).statusCode).toBe(422)
  time.ms = noon + storedAnswerLifetimeMs
  expect((await post({ name: 'b' })).json()).toEqual({ endpoint: 'https://push.example.com/b' })
  expect(await timesDone()).toBe(2)
})

test('if a person has more than 1,000 keys, the oldest are deleted', async () => {
  await post({ as: 'bea', key: 'hers' })
  await database.pool.query(
    `insert into kept_answer (person_id, key, request_digest, kept_at)
     select id, 'old' || n, '\\x00', $1::timestamptz - n * interval '1 second'
     from person, generate_series(1, 1000) n where subject = 'ann'`,
    [new Date(noon)],
  )
  await Promise.all(Array.from({ length: 5 }, async (_, index) => post({ key: `new${index}` })))
  await post({ key: 'last' })
  const { rows } = await database.pool.query(
    `select subject, count(*)::int as count, bool_or(key = 'old1000') as "hasOldest"
     from kept_answer a join person p on p.id = a.person_id group by subject order by subject`,
  )
  expect(rows).toEqual([
    { subject: 'ann', count: maxStoredAnswersPerOwner, hasOldest: false },
    { subject: 'bea', count: 1, hasOldest: false },
  ])
})

test.each(['', 'a b', 'ä', 'x'.repeat(65), 'a,b', 'a;b'])('%j is not a valid key', async (key) => {
  const answer = await post({ key })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { errors: [{ path: 'Idempotency-Key', code: 'shape' }] },
  ])
  expect(await timesDone()).toBe(0)
})

test('refusals before the work keep their order with any key', async () => {
  const request = { method: 'POST', url, headers: { 'idempotency-key': '-' } }
  await one.send({ ...request, as: 'ann', body: { endpoint: 'https://push.example.com/a', keys } })
  const answers = [
    await one.send({ ...request, body: {} }),
    await one.send({ ...request, as: 'ann', body: {} }),
    await one.send({ ...request, as: 'ann', body: { endpoint: 'https://push.example.com/b', keys } }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 400, 422])
})

test('a commit whose answer was lost is answered as done, and is not repeated', async () => {
  const line = await openDatabaseProxy(database.url)
  const db = openDatabase(line.url, { max: 2, statementTimeoutMs: 200 })
  const cutOff = await portalOn(db)
  await createPersonDirectory(db).personIdOf({ issuer: 'https://identity.example', subject: 'ann' })
  line.loseData({ when: 'answers-after', word: 'commit' })
  expect((await post({ at: cutOff })).statusCode).toBeGreaterThanOrEqual(500)
  expect((await post({ at: other })).statusCode).toBe(201)
  expect(await timesDone()).toBe(1)
  await cutOff.app.close()
  await line.close()
  await db.close()
})

test('a process that ends in the middle leaves no work and no reserved key', async () => {
  const line = await openDatabaseProxy(database.url)
  const db = openDatabase(line.url, { max: 2, statementTimeoutMs: 200 })
  const cutOff = await portalOn(db)
  await createPersonDirectory(db).personIdOf({ issuer: 'https://identity.example', subject: 'ann' })
  line.loseData({ when: 'before', word: 'commit' })
  expect((await post({ at: cutOff })).statusCode).toBeGreaterThanOrEqual(500)
  expect(await timesDone()).toBe(0)
  await vi.waitFor(async () => expect((await post({ at: other })).statusCode).toBe(201), {
    timeout: 15_000,
    interval: 200,
  })
  expect(await timesDone()).toBe(1)
  await cutOff.app.close()
  await line.close()
  await db.close()
})

const request = fc.record({
  as: fc.constantFrom('ann', 'bea'),
  key: fc.constantFrom('k1', 'k2'),
  name: fc.constantFrom('a', 'b', 'refused', 'undone', 'busy'),
  at: fc.constantFrom(one, other),
})

type Sent = { as: string; key: string; name: string; at: TestApi }

/**
 * Computes the expected status of each request in a sequence, and the expected number of times that the work is done.
 */
function promised(requests: readonly Sent[]): { statuses: number[]; done: number } {
  const first = new Map<string, string>()
  const statuses: number[] = []
  let done = 0
  for (const { as, key, name } of requests) {
    const usedFor = first.get(`${as} ${key}`)
    if (usedFor === undefined && name !== 'busy') first.set(`${as} ${key}`, name)
    if (usedFor === undefined && (name === 'a' || name === 'b' || name === 'refused')) done += 1
    statuses.push(usedFor !== undefined && usedFor !== name ? 422 : statusOf(name))
  }
  return { statuses, done }
}

function statusOf(name: string): number {
  if (name === 'busy') return 429
  return name === 'a' || name === 'b' ? 201 : 422
}

test('in any sequence of requests, each key does its work once and gets the same answer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 12 }), async (requests) => {
      await database.pool.query('truncate done, kept_answer')
      const { statuses, done } = promised(requests)
      const answers = []
      for (const sent of requests) answers.push(await post(sent))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(statuses)
      expect(await timesDone()).toBe(done)
    }),
    { numRuns: 40 },
  )
})

test('the order of the fields of a body does not matter', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
      const turned = Object.fromEntries(Object.entries(body).toReversed())
      expect(toCanonicalJson(turned)).toBe(toCanonicalJson(body))
      expect(JSON.parse(toCanonicalJson(body))).toEqual(JSON.parse(JSON.stringify(body)))
    }),
  )
})
