import { silentLog } from '#server/log.ts'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import { telemetryStoredSince } from '#contract/telemetry.ts'
import type { BusMessage } from '#server/live/bus/bus.ts'
import { openDatabase } from '#server/database/database.ts'
import { openDatabaseProxy } from '#test/processes/database-proxy.ts'
import { createTestDatabase } from '#test/database.ts'
import { jobDatabaseSettings } from '#server/process-database.ts'
import { jobConnectionCount, startJobs, type RunningJobs, type JobsDependencies } from './start-jobs.ts'
import type { JobOutcome } from './periodic-job.ts'
import { deleteAllExpiredAnswersOfPeople, applyDataRetention } from './retention.ts'
import { markAndPublishSilentGateways } from './mark-silent-gateways.ts'
import { type JobLocks, openJobLocks } from './job-locks.ts'

const { pool, url, close } = await createTestDatabase({ max: 2 * jobConnectionCount })
const noon = Date.parse('2026-03-15T12:00:00Z')
const clock = { now: () => noon }
const busMessages: BusMessage[] = []
const bus = { publish: async (_: unknown, messages: readonly BusMessage[]) => void busMessages.push(...messages) }
const running: RunningJobs[] = []
const turnsTaken: JobLocks[] = []

afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop()
  for (const turns of turnsTaken.splice(0)) await turns.close()
  await pool.query('delete from gateway')
  busMessages.length = 0
})

afterAll(close)

test('a gateway that was silent for 15 minutes is OFFLINE, and this is published', async () => {
  const gatewayId = await seen({ status: 'WARNING', at: noon - 15 * minuteMs })
  await pool.query(`update gateway_status set fault_code = 'W201' where gateway_id = $1`, [gatewayId])
  expect(await markAndPublishSilentGateways({ pool, bus, clock })).toBe(1)
  const { status, reported, since, seq } = await statusOf(gatewayId)
  expect({ status, reported, since }).toEqual({ status: 'OFFLINE', reported: 'WARNING', since: new Date(noon) })
  expect(busMessages).toEqual([
    {
      kind: 'gateway',
      gatewayId,
      unit: 'status',
      seq: Number(seq),
      ts: '2026-03-15T12:00:00.000000Z',
      payload: {
        gatewayStatus: 'OFFLINE',
        since: '2026-03-15T12:00:00.000Z',
        faultCode: 'W201',
        severity: 'WARNING',
      },
    },
  ])
})

test('marking a silent gateway records the change, for its history and for notices', async () => {
  const gatewayId = await seen({ status: 'WARNING', at: noon - 15 * minuteMs })
  await markAndPublishSilentGateways({ pool, bus, clock })
  const { rows: changes } = await pool.query('select gateway_id, at, status from status_change')
  expect(changes).toEqual([{ gateway_id: gatewayId, at: new Date(noon), status: 'OFFLINE' }])
  const { rows: recorded } = await pool.query('select gateway_id, at, status, reported from unjudged_change')
  expect(recorded).toEqual([{ gateway_id: gatewayId, at: new Date(noon), status: 'OFFLINE', reported: 'WARNING' }])
})

test('a gateway that sent something within 15 minutes stays as it is', async () => {
  const gatewayId = await seen({ status: 'WORKING', at: noon - 15 * minuteMs + 1 })
  expect(await markAndPublishSilentGateways({ pool, bus, clock })).toBe(0)
  expect(await statusOf(gatewayId)).toMatchObject({ status: 'WORKING' })
  expect(busMessages).toEqual([])
})

test('a gateway that is already OFFLINE keeps its time', async () => {
  const gatewayId = await seen({ status: 'OFFLINE', at: noon - hourMs })
  expect(await markAndPublishSilentGateways({ pool, bus, clock })).toBe(0)
  expect(await statusOf(gatewayId)).toMatchObject({ since: new Date(noon - hourMs) })
})

test('of more than a thousand silent gateways each is published once, however many processes run', async () => {
  await pool.query(
    `with made as (
       insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
       select 'many' || n, 'rrc1', 'HP', 'cedar', decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex')
       from generate_series(1, 1500) n returning id)
     insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq)
     select id, 'ONLINE', 'ONLINE', $1, $1, 0 from made`,
    [new Date(noon - hourMs)],
  )
  const marked = await Promise.all([1, 2, 3].map(() => markAndPublishSilentGateways({ pool, bus, clock })))
  expect(marked.reduce((sum, count) => sum + count, 0)).toBe(1500)
  expect(new Set(busMessages.map((message) => message.kind === 'gateway' && message.gatewayId)).size).toBe(1500)
  expect(busMessages).toHaveLength(1500)
})

test('the answers of POST requests are deleted after 24 hours', async () => {
  await pool.query(
    `with person as (insert into person (issuer, subject) values ('issuer', 'repeats') returning id)
     insert into kept_answer (person_id, key, request_digest, kept_at)
     select id, n::text, '\\x00', $1::timestamptz - n * interval '1 hour' from person, generate_series(1, 48) n`,
    [new Date(noon)],
  )
  expect(await deleteAllExpiredAnswersOfPeople({ pool, clock })).toBe(25)
  const { rows } = await pool.query('select count(*)::int as count from kept_answer')
  expect(rows).toEqual([{ count: 23 }])
  await pool.query(`delete from person where subject = 'repeats'`)
})

test('a gateway whose report is being stored is not changed', async () => {
  const gatewayId = await seen({ status: 'ONLINE', at: noon - hourMs })
  const listener = await pool.connect()
  await listener.query('begin')
  await listener.query('select from gateway_status where gateway_id = $1 for update', [gatewayId])
  expect(await markAndPublishSilentGateways({ pool, bus, clock })).toBe(0)
  await listener.query('rollback')
  listener.release()
})

test('after the process is lost, the rows that it was marking are unlocked within seconds', async () => {
  const gatewayId = await seen({ status: 'ONLINE', at: noon - hourMs })
  const line = await openDatabaseProxy(url)
  const doomed = openDatabase(line.url, jobDatabaseSettings)
  line.loseData({ when: 'before', word: 'commit' })
  void markAndPublishSilentGateways({ pool: doomed.pool, bus, clock }).catch(() => {})
  await line.lost
  await pool.query('update gateway_status set last_seen_at = $2 where gateway_id = $1', [gatewayId, new Date(noon)])
  expect(await statusOf(gatewayId)).toMatchObject({ status: 'ONLINE' })
  await line.close()
}, 15_000)

test('telemetry is kept for 24 months, packed or not, and has partitions for the next two weeks', async () => {
  await pool.query(
    `select ensure_telemetry_partitions('2024-01-15', '2024-03-15'), ensure_telemetry_day_partition('2024-02-01'),
       ensure_telemetry_day_partition('2024-03-01')`,
  )
  const dropped = await applyDataRetention({ pool, clock: { now: () => Date.parse('2026-01-31T12:00:00Z') } })
  expect(dropped).toEqual([])
  expect(await applyDataRetention({ pool, clock })).toEqual([
    'telemetry_2024_01',
    'telemetry_2024_02',
    'telemetry_day_2024_02',
  ])
  const left = await partitions()
  expect(left[0]).toBe('telemetry_2024_03')
  expect(left).toContain('telemetry_2026_03_14')
  expect(left.at(-1)).toBe('telemetry_2026_03_29')
})

test('on every day of the year there are partitions for the reports that a listener accepts today and yesterday', async () => {
  for (const today of ['2028-02-29', '2028-03-31', '2028-12-31', '2029-01-01']) {
    const now = Date.parse(`${today}T23:30:00Z`)
    await applyDataRetention({ pool, clock: { now: () => now } })
    const nameOf = (ms: number) =>
      `telemetry_${new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length).replaceAll('-', '_')}`
    const days = Array.from({ length: 16 }, (_, index) => nameOf(now + (index - 1) * dayMs))
    expect((await partitions()).filter((name) => days.includes(name))).toEqual(days)
    expect((await partitions()).every((name) => name >= nameOf(telemetryStoredSince(now)).slice(0, 17))).toBe(true)
  }
})

test('status changes are kept for 24 months, and the one before, whose status lasted into them', async () => {
  const gatewayId = await seen({ status: 'OFFLINE', at: Date.parse('2024-01-10T00:00:00Z') })
  await pool.query(
    `insert into status_change (gateway_id, at, status) values
     ($1, '2024-02-10', 'ONLINE'), ($1, '2024-02-28', 'ERROR'), ($1, '2024-03-02', 'ONLINE')`,
    [gatewayId],
  )
  await applyDataRetention({ pool, clock })
  const { rows } = await pool.query<{ status: string }>('select status from status_change order by at')
  expect(rows.map(({ status }) => status)).toEqual(['ERROR', 'ONLINE'])
})

test('every job runs repeatedly, even after a failure', async () => {
  const gatewayId = await seen({ status: 'ONLINE', at: noon - hourMs })
  const cleanSessions = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('not now'))
  const error = vi.fn<(fields: object, message: string) => void>()
  start({ cleanSessions, error })
  await vi.waitFor(() => expect(cleanSessions.mock.calls.length).toBeGreaterThan(2))
  await vi.waitFor(async () => expect(await statusOf(gatewayId)).toMatchObject({ status: 'OFFLINE' }))
  expect(error).toHaveBeenCalledOnce()
})

test('a job never runs in two processes at the same time', async () => {
  let atWork = 0
  let runs = 0
  const cleanSessions = async (): Promise<void> => {
    atWork += 1
    runs += 1
    expect(atWork).toBe(1)
    await pool.query('select pg_sleep(0.01)')
    atWork -= 1
  }
  const error = vi.fn<(fields: object, message: string) => void>()
  start({ cleanSessions, error })
  start({ cleanSessions, error })
  await vi.waitFor(() => expect(runs).toBeGreaterThan(5), { timeout: 10_000 })
  expect(error).not.toHaveBeenCalled()
})

test('a long job also runs in only one process', async () => {
  const outcomes: JobOutcome[] = []
  const onOutcome = (name: string, outcome: JobOutcome): void => void (name === 'sessions' && outcomes.push(outcome))
  let runs = 0
  const work = Promise.withResolvers<void>()
  const cleanSessions = (): Promise<void> => {
    runs += 1
    return work.promise
  }
  const error = vi.fn<(fields: object, message: string) => void>()
  start({ cleanSessions, error, onOutcome })
  start({ cleanSessions, error, onOutcome })
  await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(5), { timeout: 10_000 })
  expect(new Set(outcomes)).toEqual(new Set(['elsewhere']))
  expect(runs).toBe(1)
  work.resolve()
  expect(error).not.toHaveBeenCalled()
})

test('a failing job is retried after growing pauses, and runs at its regular time after a success', async () => {
  const cleanSessions = vi.fn<() => Promise<void>>()
  for (const reason of ['one', 'two', 'three']) cleanSessions.mockRejectedValueOnce(new Error(reason))
  const pauseAfter = vi.fn<(failures: number) => number>(() => 1)
  const outcomes: JobOutcome[] = []
  const onOutcome = (name: string, outcome: JobOutcome): void => void (name === 'sessions' && outcomes.push(outcome))
  start({ cleanSessions, error: () => {}, onOutcome, pauseAfter })
  await vi.waitFor(() => expect(outcomes.slice(0, 5)).toEqual(['failed', 'failed', 'failed', 'done', 'done']), {
    timeout: 10_000,
  })
  expect(pauseAfter.mock.calls.map(([failures]) => failures)).toEqual([1, 2, 3])
})

test('if the connection with the job locks is lost, another process can take them, and this one reconnects by itself', async () => {
  const [turns, others] = [openTurns(), openTurns()]
  expect(await turns.take('packing')).toBe(true)
  expect(await others.take('packing')).toBe(false)
  await pool.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  )
  await vi.waitFor(async () => expect(await others.take('packing')).toBe(true), { timeout: 10_000 })
  expect(await turns.take('packing')).toBe(false)
  await others.release('packing')
  expect(await turns.take('packing')).toBe(true)
})

test('nothing runs after stop', async () => {
  const cleanSessions = vi.fn<() => Promise<void>>()
  const jobs = start({ cleanSessions, error: () => {} })
  await jobs.stop()
  const runs = cleanSessions.mock.calls.length
  await pool.query('select pg_sleep(0.05)')
  expect(cleanSessions.mock.calls.length).toBe(runs)
})

function openTurns(): JobLocks {
  const turns = openJobLocks(pool)
  turnsTaken.push(turns)
  return turns
}

type Start = Pick<JobsDependencies, 'onOutcome' | 'pauseAfter'> & {
  cleanSessions: () => Promise<void>
  error: (fields: object, message: string) => void
}

function start({ cleanSessions, error, ...options }: Start): RunningJobs {
  const log = { ...silentLog, error }
  const periods = { silenceMs: 5, retentionMs: 5, packingMs: 5, sessionsMs: 5, exportsMs: 5 }
  const jobs = startJobs({
    turns: openTurns(),
    pauseAfter: () => 5,
    ...options,
    pool,
    bus,
    clock,
    log,
    cleanSessions,
    cleanExports: async () => {},
    onDamaged: () => {},
    periods,
  })
  running.push(jobs)
  return jobs
}

async function seen({ status, at }: { status: string; at: number }): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `with made as (
       insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
       values ('one', 'rrc1', 'HP', 'cedar', decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'))
       returning id)
     insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq)
     select id, $1, $1, $2, $2, 0 from made returning gateway_id as id`,
    [status, new Date(at)],
  )
  return rows[0]?.id ?? ''
}

type StatusRow = { status: string; reported: string; since: Date; seq: string }

async function statusOf(gatewayId: string): Promise<StatusRow> {
  const { rows } = await pool.query<StatusRow>('select * from gateway_status where gateway_id = $1', [gatewayId])
  if (!rows[0]) throw new Error('The gateway has no status row')
  return rows[0]
}

async function partitions(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relid::text as name from pg_partition_tree('telemetry') where isleaf order by 1`,
  )
  return rows.map(({ name }) => name)
}
