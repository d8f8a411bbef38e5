import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { receiptKeysPath } from '#contract/receipts.ts'
import type { Queryable } from '#server/database/sql.ts'
import { createTestDatabase } from '#test/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { silentLog } from '#server/log.ts'
import {
  type ReceiptSigningKey,
  createReceiptSigningKey,
} from '#server/service-changes/consents/receipt-signing-key.ts'
import { insertReceiptKey } from '#server/service-changes/consents/store.ts'
import { addReceiptKeysRoute } from './receipt-keys-route.ts'

const database = await createTestDatabase()
const { pool } = database
const earlier = createReceiptSigningKey(Buffer.alloc(32, 1))
const present = createReceiptSigningKey(Buffer.alloc(32, 2))
const apps: Awaited<ReturnType<typeof appWith>>[] = []

afterAll(async () => {
  await Promise.all(apps.map(async (app) => app.close()))
  await database.close()
})

async function appWith(key: ReceiptSigningKey) {
  const app = Fastify()
  addReceiptKeysRoute(app, { database, clock: { now: () => 0 }, log: silentLog, key })
  await app.ready()
  return app
}

async function keysOf(key: ReceiptSigningKey) {
  const app = await appWith(key)
  apps.push(app)
  const answer = await app.inject({ url: receiptKeysPath })
  return { answer, set: answer.json<JSONWebKeySet>() }
}

test('the keys are public, also before the first receipt, and have no secret part', async () => {
  const { answer, set } = await keysOf(earlier)
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'application/jwk-set+json; charset=utf-8',
    'public, max-age=600',
  ])
  expect(set.keys.map(Object.keys)).toEqual([['kty', 'crv', 'x', 'kid', 'use', 'alg']])
})

test('after a change of the key, earlier receipts still verify', async () => {
  await inTransaction(pool, async (transaction) => insertReceiptKey(transaction, earlier, new Date(0)))
  const { set } = await keysOf(present)
  expect(set.keys.map(({ kid }) => kid)).toEqual([present.kid, earlier.kid])
  for (const key of [earlier, present]) {
    const { protectedHeader } = await compactVerify(await key.sign({}), createLocalJWKSet(set))
    expect(protectedHeader.kid).toBe(key.kid)
  }
  const other = createReceiptSigningKey(Buffer.alloc(32, 3))
  await expect(compactVerify(await other.sign({}), createLocalJWKSet(set))).rejects.toThrow('no applicable key')
})

test('many requests read the keys once in ten seconds, or once a second while the database fails', async () => {
  const app = Fastify()
  apps.push(app)
  let [now, reads, isBroken] = [0, 0, true]
  const counted: Queryable = {
    async query(config) {
      reads += 1
      if (isBroken) throw new Error('The database is gone')
      return pool.query(config)
    },
  }
  addReceiptKeysRoute(app, { database: { pool: counted }, clock: { now: () => now }, log: silentLog, key: present })
  const statusOf = async () => (await app.inject({ url: receiptKeysPath })).statusCode
  expect([await statusOf(), await statusOf(), reads]).toEqual([500, 500, 1])
  isBroken = false
  now = 1_000
  expect([await statusOf(), await statusOf(), reads]).toEqual([200, 200, 2])
  now = 10_999
  expect([await statusOf(), reads]).toEqual([200, 2])
  now = 11_000
  expect([await statusOf(), reads]).toEqual([200, 3])
})
