import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, expect, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { readBrands } from '#brands/read-brands.ts'
import { createExportFixture } from '#test/exports/export-fixture.ts'
import { parseConfig } from '#server/config.ts'
import { openDatabaseProxy } from '#test/processes/database-proxy.ts'
import { findNotReadyError, type ReadinessProbe } from '#server/http/health.ts'
import { startJobsProcess } from '#server/jobs-process.ts'
import { openLog } from '#server/log.ts'
import { createNoticeFixture } from '#test/notices/notice-fixture.ts'
import { openProcessDatabase } from '#server/process-database.ts'
import { packAndMergeTelemetry } from '#server/telemetry/packing/pack-days-that-ended.ts'
import { startPeriodicJob } from './periodic-job.ts'
import { openJobLocks } from './job-locks.ts'

// Specification 14.5, 15.6, 23.4: jobs continue if the database is slow.

const fixture = await createExportFixture()
const { pool, url } = fixture.database
await pool.query(`select ensure_telemetry_days('2026-03-01', '2026-03-31')`)
const line = await openDatabaseProxy(url)
const notices = createNoticeFixture(pool)
const key = Buffer.alloc(32, 1).toString('base64')
const config = parseConfig(
  {
    ROLES: 'jobs',
    DATABASE_URL: line.url,
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_AUDIENCE: 'gateway-portal',
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'secret',
    SESSION_KEY: key,
    REGISTRY_KEY: key,
    POLICIES_URL: 'http://127.0.0.1:9',
    EXPORT_STORE: `file:${join(fixture.folder, 'store')}`,
  },
  'cedar',
)
const log = openLog('silent', 'jobs')
const database = await openProcessDatabase(config, { log })
const probes: ReadinessProbe[] = []
const closeJobs = await startJobsProcess({
  config,
  database,
  brands: await readBrands(),
  clock: notices.clock,
  log,
  registry: new Registry(),
  probes,
  ending: new AbortController().signal,
})

const turns = openJobLocks(database.pool)
// The job `packing` of the process, without its pauses of ten minutes.
const periodicJob = startPeriodicJob(
  { turns, log },
  {
    name: 'packing',
    everyMs: 500,
    run: async () => packAndMergeTelemetry({ pool: database.pool, clock: notices.clock, onDamaged: () => {} }),
  },
)

afterAll(async () => {
  line.delayData({ roundTripMs: 0 })
  await periodicJob.stop()
  await turns.close()
  await closeJobs()
  await database.close()
  await line.close()
  await fixture.close()
})

test('exports and notices are made, and telemetry is packed, although each connection takes 6 s and each round trip 300 ms', async () => {
  line.delayData({ roundTripMs: 300, connectionMs: 6_000 })
  line.breakAll()
  const id = await fixture.applianceOf(['olga'])
  await fixture.asked('olga', id)
  await pool.query(
    `insert into telemetry (gateway_id, unit, ts, received_at, seq, payload)
     values ($1, 'hc1', $2, $2, 0, '{"roomTemperature": 20}')`,
    [id, new Date(notices.clock.time - 4 * dayMs)],
  )
  await pool.query(
    `insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq) values ($1, 'ONLINE', 'ONLINE', $2, $2, 0)`,
    [id, new Date(notices.clock.time)],
  )
  const person = await notices.insertPerson()
  await notices.storeStatus(await notices.insertGateway(person), 'ERROR', 'E104')
  notices.clock.time += 180_000
  const soon = { timeout: 90_000, interval: 250 }
  await vi.waitFor(async () => expect(await notices.noticesOf(person)).toEqual(['fault-began']), soon)
  await vi.waitFor(async () => {
    expect((await fixture.listed('olga', id)).items).toMatchObject([{ state: 'READY' }])
  }, soon)
  await vi.waitFor(async () => {
    const { rows } = await pool.query('select report_count from telemetry_day where gateway_id = $1', [id])
    expect(rows).toEqual([{ report_count: 1 }])
  }, soon)
  expect(await findNotReadyError(probes)).toBeNull()
}, 120_000)
