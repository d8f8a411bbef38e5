import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { migrateDatabase } from '#server/database/migrate-database.ts'
import { ensureMonthlyTelemetryPartitions } from '#server/database/store.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import type { ReportEntry } from './apply-entries.ts'
import { createEntryStore } from './entry-store.ts'
import { registerTestGateway, silentBus } from '#test/live/test-ingest.ts'

// Tests that a new release can change tables while processes of the previous release store reports.

const noon = Date.parse('2026-03-15T12:00:00Z')
const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
let database: TestDatabase
let other: PoolClient

beforeEach(async () => {
  database = await createTestDatabase()
  database.pool.on('error', () => {})
  await database.pool.query('drop schema public cascade; create schema public')
  await cp(migrations, folder, { recursive: true })
  other = await database.pool.connect()
  await other.query('set idle_in_transaction_session_timeout = 0')
})

afterEach(async () => {
  other.release(true)
  await rm(folder, { recursive: true })
  await database.close()
})

const migrations = join(import.meta.dirname, '../../database/migrations')

test('reports are stored while an index of changes is created', async () => {
  await migrateUntil('0024')
  await addObjectsOfThisRelease()
  await holdChange()
  const migrated = migrateWith('0024')
  await isWaiting()
  await storeReport()
  expect(await indexesOfChanges()).toContainEqual({ name: 'status_change_by_gateway', valid: false })
  await other.query('rollback')
  expect(await migrated).toContain('0024-status-change-by-gateway')
  expect(await indexesOfChanges()).toEqual([{ name: 'status_change_by_gateway', valid: true }])
})

test('an index whose creation was interrupted is created again', async () => {
  await migrateUntil('0024')
  await holdChange()
  const interrupted = migrateDatabase({ url: database.url })
  interrupted.catch(() => {})
  await isWaiting()
  await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${isMigration}`)
  await expect(interrupted).rejects.toMatchObject({ code: '57P01' })
  await other.query('rollback')
  expect(await indexesOfChanges()).toContainEqual({ name: 'status_change_by_gateway', valid: false })
  await migrateDatabase({ url: database.url })
  expect(await indexesOfChanges()).toEqual([{ name: 'status_change_by_gateway', valid: true }])
})

test('a waiting process of the previous release, with a snapshot, does not block an index', async () => {
  await migrateUntil('0024')
  await holdChange()
  const migrated = migrateDatabase({ url: database.url })
  await isWaiting()
  const waiter = await database.pool.connect()
  const turn = waiter.query('select pg_advisory_lock(7241865325823964)').catch((error: Error) => error)
  await other.query('rollback')
  await turn
  waiter.release(true)
  expect(await migrated).toContain('0024-status-change-by-gateway')
  expect(await indexesOfChanges()).toEqual([{ name: 'status_change_by_gateway', valid: true }])
})

test('reports are stored while a change of tables waits for a lock', async () => {
  await migrateUntil('0026')
  await addObjectsOfThisRelease()
  await other.query('begin; lock table gateway_status in row exclusive mode')
  const migrated = migrateWith('0026')
  await isWaiting()
  await storeReport()
  await other.query('rollback')
  expect(await migrated).toContain('0026-changes-of-a-statement')
})

test('faults from before the record of changes are in the history once', async () => {
  await migrateUntil('0019')
  const lasting = await writeFault('300000001')
  await migrateUntil('0025')
  const since = await writeFault('300000002')
  await migrateDatabase({ url: database.url })
  const { rows } = await database.pool.query(
    'select gateway_id, at, code, severity from fault_change order by gateway_id = $1 desc',
    [lasting],
  )
  expect(rows).toEqual(
    [lasting, since].map((id) => ({ gateway_id: id, at: new Date(noon), code: 'A1', severity: 'ERROR' })),
  )
})

test('if a migration fails, the previous ones stay and the error is reported', async () => {
  await writeFile(join(folder, '9998-one.sql'), 'create table one ()')
  await writeFile(join(folder, '9999-two.sql'), 'create table two (); select 1/0')
  await expect(migrateDatabase({ url: database.url, folder })).rejects.toMatchObject({ code: '22012' })
  const { rows } = await database.pool.query(
    `select to_regclass('one') is not null as one, to_regclass('two') is not null as two`,
  )
  expect(rows).toEqual([{ one: true, two: false }])
})

/** Runs only the migrations before the one with the number `number`. */
async function migrateUntil(number: string): Promise<void> {
  const later = (await readdir(migrations)).filter((name) => name >= number)
  for (const name of later) await rm(join(folder, name))
  await migrateDatabase({ url: database.url, folder })
  for (const name of later) await cp(join(migrations, name), join(folder, name))
}

/** Begins a transaction that changes a gateway, and leaves it open. */
async function holdChange(): Promise<void> {
  const { id } = await registerTestGateway(database.pool, '300000009')
  await other.query('begin')
  await other.query(`insert into status_change (gateway_id, at, status) values ($1, now(), 'ONLINE')`, [id])
}

const isMigration = `datname = current_database() and application_name = 'gateway-portal migration'`

async function isWaiting(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query(
        `select from pg_stat_activity where ${isMigration} and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    },
    { timeout: 20_000, interval: 20 },
  )
}

/**
 * Inserts the status of a new gateway, and then changes it to a fault. Returns the id of the gateway. A trigger records
 * the change, if the migrations until now create one.
 */
async function writeFault(serial: string): Promise<string> {
  const { id } = await registerTestGateway(database.pool, serial)
  await database.pool.query(
    `insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq) values ($1, 'UNKNOWN', 'UNKNOWN', $2, $2, 0)`,
    [id, new Date(noon)],
  )
  await database.pool.query(
    `update gateway_status set status = 'ERROR', reported = 'ERROR', fault_code = 'A1' where gateway_id = $1`,
    [id],
  )
  return id
}

async function storeReport(): Promise<void> {
  const { id } = await registerTestGateway(database.pool, '300000001')
  const report = { ts: new Date(noon).toISOString(), at: noon, values: { gatewayStatus: 'WORKING' } }
  const entry: ReportEntry = { kind: 'report', gatewayId: id, clientId: 'a', unit: 'status', report, receivedAt: noon }
  await ensureMonthlyTelemetryPartitions(database.pool, noon, noon)
  await createEntryStore({ db: database.pool, bus: silentBus, clock: { now: () => noon } })([entry])
  const { rows } = await database.pool.query('select from telemetry where gateway_id = $1', [id])
  expect(rows).toHaveLength(1)
}

/** Adds tables and columns from later migrations, because the code of this release needs them to store a report. */
async function addObjectsOfThisRelease(): Promise<void> {
  await database.pool.query(`
    create table telemetry_late_report (like telemetry including all);
    create table unjudged_change (like status_news including all);
    create table partner_change (appliance_id uuid, type text, at timestamptz);
    create table partner_grant (gateway_id uuid, ended_at timestamptz);
    alter table gateway_status add column published_at timestamptz`)
}

/**
 * Runs only the migration with the number `number`; the earlier migrations must have run. Returns the names of the
 * migrations that ran.
 */
async function migrateWith(number: string): Promise<string[]> {
  const later = (await readdir(folder)).filter((name) => name >= number && !name.startsWith(number))
  for (const name of later) await rm(join(folder, name))
  return migrateDatabase({ url: database.url, folder })
}

async function indexesOfChanges(): Promise<{ name: string; valid: boolean }[]> {
  const { rows } = await database.pool.query<{ name: string; valid: boolean }>(
    `select indexrelid::regclass::text as name, indisvalid as valid from pg_index
     where indrelid = 'status_change'::regclass and indexrelid::regclass::text like '%gateway'`,
  )
  return rows
}
