import type pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { connectionSettings, DatabaseConnection } from '#server/database/connection.ts'
import { ensureTelemetryPartitions } from '#server/database/store.ts'
import { testDatabase } from '#server/database/testing.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { dropPartition, makeHours } from './store.ts'

// Specification 14.5: telemetry is kept 24 months. Months are added and dropped while hours are made of others.

const { pool, url, close } = await testDatabase({ max: 3 })
await pool.query(`select ensure_telemetry_partitions('2026-01-01', '2026-03-01')`)
const sessions: pg.Client[] = []

afterAll(async () => {
  for (const session of sessions) await session.end()
  await close()
})

async function openSession(): Promise<pg.Client> {
  const session = new DatabaseConnection(
    connectionSettings(url, { way: 'direct', statementWithinMs: 0, applicationName: 'lock order' }),
  )
  await session.connect()
  sessions.push(session)
  return session
}

async function pidOf(session: pg.Client): Promise<number> {
  return (await session.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0
}

/** The table that a session waits to lock, and those two that it has locked. */
async function locksOf(pid: number): Promise<{ waitsFor: string[]; holds: string[] }> {
  const { rows } = await pool.query<{ name: string; granted: boolean }>(
    `select distinct relation::regclass::text as name, granted from pg_locks
     where pid = $1 and relation in ('telemetry'::regclass, 'telemetry_hour'::regclass) order by 1`,
    [pid],
  )
  const named = (isGranted: boolean) => rows.filter(({ granted }) => granted === isGranted).map(({ name }) => name)
  return { waitsFor: named(false), holds: named(true) }
}

const spans = [
  {
    gatewayId: 'c0ffee00-1e55-4d0b-8a9c-7f4ae6a23df3',
    from: new Date('2026-02-01T00:00:00Z'),
    until: new Date('2026-02-01T05:00:00Z'),
  },
]

test.each([
  [
    'partitions are made',
    async (session: pg.Client) => ensureTelemetryPartitions(session, Date.UTC(2026, 3), Date.UTC(2026, 4)),
  ],
  [
    'a month is dropped',
    async (session: pg.Client) =>
      inTransaction(session, async (transaction) => dropPartition(transaction, 'telemetry_2026_01', 0)),
  ],
])('while hours are made and %s, both lock telemetry_hour before telemetry, and none gives way', async (_, change) => {
  const [holder, changing, making] = [await openSession(), await openSession(), await openSession()]
  const [changingPid, makingPid] = [await pidOf(changing), await pidOf(making)]
  await holder.query('begin; lock table only telemetry in access share mode')
  const changed = change(changing)
  await vi.waitFor(async () => expect((await locksOf(changingPid)).waitsFor).toEqual(['telemetry']), {
    timeout: 10_000,
  })
  const { holds } = await locksOf(changingPid)
  const made = inTransaction(making, async (transaction) => makeHours(transaction, spans))
  await vi.waitFor(async () => expect((await locksOf(makingPid)).waitsFor).not.toEqual([]), { timeout: 10_000 })
  await holder.query('commit')
  await expect(Promise.all([changed, made])).resolves.toBeDefined()
  expect(holds).toContain('telemetry_hour')
})
