import { Pool } from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { createAddressLimit, createKeyLimit } from './rate-limit.ts'

const database = await createTestDatabase()
const limit = { name: 'try', attempts: 40, windowS: 60 }

beforeEach(async () => void (await database.pool.query('truncate rate_limit')))

afterAll(async () => database.close())

async function isTaken(attempt: Promise<void>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  )
}

test('two processes together allow no more than the limit', async () => {
  const processes = [createKeyLimit(database.pool, limit), createKeyLimit(database.pool, limit)]
  let taken = 0
  for (let round = 0; round < 30; round++) for (const count of processes) if (await isTaken(count('anna'))) taken += 1
  expect(taken).toBe(40)
  expect(await isTaken(createKeyLimit(database.pool, limit)('anna'))).toBe(false)
  expect(await isTaken(createKeyLimit(database.pool, limit)('bert'))).toBe(true)
})

test('of many parallel attempts, exactly the limit succeeds', async () => {
  const count = createKeyLimit(database.pool, limit)
  const taken = await Promise.all(Array.from({ length: 100 }, async () => isTaken(count('anna'))))
  expect(taken.filter(Boolean)).toHaveLength(40)
})

test('while the database is down each process counts separately', async () => {
  const pool = new Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  const count = createKeyLimit(pool, limit)
  const taken = []
  for (let attempt = 0; attempt < 50; attempt++) taken.push(await isTaken(count('anna')))
  expect(taken.filter(Boolean)).toHaveLength(40)
})

test('with portions of 1 each attempt is written, and a process that is down has reserved nothing', async () => {
  const written = { ...limit, attempts: 3, portion: 1 }
  for (let process = 0; process < 3; process++) await createKeyLimit(database.pool, written)('anna')
  expect(await isTaken(createKeyLimit(database.pool, written)('anna'))).toBe(false)
})

test('an attempt above the limit is answered with the time to wait', async () => {
  const count = createAddressLimit(database.pool, { ...limit, attempts: 10 })
  for (let attempt = 0; attempt < 10; attempt++) await count('192.0.2.1')
  await expect(count('192.0.2.1')).rejects.toMatchObject({ kind: 'too-many-requests', detail: { retryAfterS: 60 } })
  await count('192.0.2.2')
})
