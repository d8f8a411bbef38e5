import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { createAuditAct } from './audit-record.ts'
import { deleteOldAuditRecords } from './delete-old-audit-records.ts'
import { insertAuditRecord } from './store.ts'
import { createAuditTrail } from './audit-trail.ts'

const { pool, close } = await createTestDatabase()
const now = Date.parse('2026-11-25T10:20:30Z')
const clock = { now: () => now }

beforeEach(async () => void (await pool.query('truncate audit')))

afterAll(close)

type Row = { action: string; outcome: string; summed: boolean; count: number; at: Date }

async function rows(): Promise<Row[]> {
  return (await pool.query<Row>('select action, outcome, summed, count, at from audit order by summed, id')).rows
}

const aRename = (personId: string) => createAuditAct({ actor: 'person', personId, action: 'renameConnection' })

test('an act is recorded before it happens, and its outcome afterwards', async () => {
  const trail = createAuditTrail({ db: pool, clock })
  const begunAct = await trail.begin(aRename(randomUUID()))
  expect(await rows()).toMatchObject([{ action: 'renameConnection', outcome: 'begun', at: new Date(now) }])
  await trail.end(begunAct, 'done')
  expect(await rows()).toMatchObject([{ action: 'renameConnection', outcome: 'done', summed: false, count: 1 }])
})

test('a record is on disk before the change that follows it; only the change waits for the disk', async () => {
  const client = await pool.connect()
  await client.query('set synchronous_commit = on')
  const trail = createAuditTrail({ db: client, clock })
  await trail.end(await trail.begin(aRename(randomUUID())), 'done')
  const { rows: setting } = await client.query('show synchronous_commit')
  const { rows: written } = await client.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')
  await client.query('create table a_change (id int)')
  const flushed = 'select pg_current_wal_flush_lsn() >= $1::pg_lsn as flushed'
  const { rows: after } = await client.query(flushed, [written[0]?.lsn])
  client.release()
  expect([setting, after]).toEqual([[{ synchronous_commit: 'on' }], [{ flushed: true }]])
})

test('a record within a transaction exists if and only if the change does', async () => {
  const record = { ...aRename(randomUUID()), outcome: 'done', at: new Date(now) }
  const failing = inTransaction(pool, async (transaction) => {
    await insertAuditRecord(transaction, record)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await rows()).toEqual([])
  await inTransaction(pool, async (transaction) => insertAuditRecord(transaction, record))
  expect(await rows()).toHaveLength(1)
})

test('a person gets at most 60 records of refusals an hour; further ones are only counted', async () => {
  const trail = createAuditTrail({ db: pool, clock })
  const act = aRename(randomUUID())
  for (let time = 0; time < 75; time++) {
    if (time % 2 === 0) await trail.refuse(act, 'not-owner')
    else await trail.end(await trail.begin(act), 'not-owner')
  }
  await trail.refuse(aRename(randomUUID()), 'not-owner')
  const all = await rows()
  expect(all.filter(({ summed }) => !summed)).toHaveLength(61)
  expect(all.filter(({ summed }) => summed)).toMatchObject([{ count: 15, at: new Date('2026-11-25T10:00:00Z') }])
})

test('a person who makes endless changes gets 600 records an hour, and a count', async () => {
  const trail = createAuditTrail({ db: pool, clock })
  const act = aRename(randomUUID())
  for (let time = 0; time < 605; time++) await trail.end(await trail.begin(act), 'done')
  const all = await rows()
  expect([all.length, all.at(-1)]).toMatchObject([601, { summed: true, count: 5, outcome: 'done' }])
})

test('a claim names its gateway by the serial number, and is also found by the gateway', async () => {
  const { rows: made } = await pool.query<{ id: string }>(
    `insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
     values ('700000001', 'rrc1', 'BOILER', 'cedar', sha256('a'), sha256('b')) returning id`,
  )
  const trail = createAuditTrail({ db: pool, clock })
  const claim = createAuditAct({
    actor: 'person',
    personId: randomUUID(),
    action: 'addConnection',
    serial: '700000001',
  })
  await trail.refuse(claim, 'credentials-rejected')
  await trail.refuse({ ...claim, serial: '799999999' }, 'credentials-rejected')
  const { rows: kept } = await pool.query('select gateway_id, serial from audit order by id')
  expect(kept).toEqual([
    { gateway_id: made[0]?.id, serial: '700000001' },
    { gateway_id: null, serial: '799999999' },
  ])
})

test('records are kept for 12 months', async () => {
  for (const at of ['2025-11-24T23:59:59Z', '2025-11-25T00:00:00Z'])
    await insertAuditRecord(pool, { ...aRename(randomUUID()), outcome: 'done', at: new Date(at) })
  expect(await deleteOldAuditRecords({ pool, clock })).toBe(1)
  expect(await rows()).toMatchObject([{ at: new Date('2025-11-25T00:00:00Z') }])
})
