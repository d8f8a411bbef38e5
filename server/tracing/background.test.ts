import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { createExportFixture } from '#test/exports/export-fixture.ts'
import { createTestDatabase } from '#test/database.ts'
import { startPeriodicJob } from '#server/jobs/periodic-job.ts'
import { openJobLocks } from '#server/jobs/job-locks.ts'
import { silentLog } from '#server/log.ts'
import { decideAndRecordNotices } from '#server/notices/decide-notices.ts'
import { startDeliveryLoop } from '#server/notices/delivery/delivery-loop.ts'
import { createTestDeliveryMetrics } from '#test/notices/delivery-fixture.ts'
import { createNoticeFixture } from '#test/notices/notice-fixture.ts'
import { packAndMergeTelemetry } from '#server/telemetry/packing/pack-days-that-ended.ts'
import { startTracing } from './opentelemetry.ts'
import { type ReceivedSpan, startTestTraceCollector, type TestTraceCollector } from '#test/processes/trace-collector.ts'

// Tests the traces of work that is caused by neither a request nor a report. See docs/how-to/traces.md.

const { pool, close } = await createTestDatabase()
let collector: TestTraceCollector
let end: () => Promise<void>

beforeEach(async () => {
  collector = await startTestTraceCollector()
  end = startTracing({ roles: 'jobs', log: silentLog, endpoint: collector.endpoint, share: 1 })
})
afterEach(async () => {
  await end()
  collector.close()
})
afterAll(close)

test('a job is a trace with its statements, and so is each delivery that it decided', async () => {
  const fixture = createNoticeFixture(pool)
  const email = 'olga@home.example'
  const person = await fixture.insertPerson({ email })
  const gateway = await fixture.insertGateway(person)
  await fixture.storeStatus(gateway, 'ERROR', 'E104')
  fixture.clock.time += 180_000
  const job = { name: 'notices', everyMs: hourMs, run: async () => decideAndRecordNotices(fixture.dependencies) }
  const turns = openJobLocks(pool)
  const jobs = startPeriodicJob({ turns, log: silentLog }, job)
  await vi.waitFor(async () => expect(await fixture.noticesOf(person)).toEqual(['fault-began']), soon)
  const deliveries = startDeliveryLoop({
    ...fixture.dependencies,
    log: silentLog,
    metrics: createTestDeliveryMetrics(),
    channel: 'mail',
    deliver: async () => ({ kind: 'sent', answer: null }),
    maxConcurrent: 1,
    pollEveryMs: 5,
  })
  await vi.waitFor(async () => {
    expect((await pool.query('select state from outbox')).rows).toContainEqual({ state: 'SENT' })
  }, soon)
  await jobs.stop()
  await turns.close()
  await deliveries.stop()
  const { rows } = await pool.query<{ id: string }>('select id from outbox')
  await end()
  expect(childrenOf('job notices')).toContain('transaction')
  expect(outcomes('deliver mail')).toEqual(['sent'])
  for (const secret of [person, gateway, email, 'E104', ...rows.map(({ id }) => id)])
    expect(collector.text()).not.toContain(secret)
})

test('telemetry is packed in a trace, and a job that fails says so without its words', async () => {
  const clock = { now: () => Date.parse('2026-03-15T12:00:00Z') }
  const run = async () => {
    await packAndMergeTelemetry({ pool, clock, onDamaged: () => {} })
    throw Object.assign(new Error('Key (serial)=(199999901) already exists'), { code: '23505' })
  }
  const turns = openJobLocks(pool)
  await startPeriodicJob({ turns, log: silentLog }, { name: 'packing', everyMs: hourMs, run }).stop()
  await turns.close()
  await end()
  expect(childrenOf('job packing')).not.toEqual([])
  expect(rootOf('job packing')?.attributes).toContainEqual({ key: 'error.type', value: { stringValue: '23505' } })
  expect(collector.text()).not.toContain('199999901')
})

test('a file of an export is a trace with its outcome', async () => {
  const fixture = await createExportFixture()
  const id = await fixture.applianceOf(['olga'])
  await fixture.readyFile('olga', id)
  await fixture.close()
  await end()
  expect(outcomes('make export file')).toEqual(['ready'])
  expect(collector.text()).not.toContain(id)
})

const soon = { timeout: 20_000 }

function rootOf(name: string): ReceivedSpan | undefined {
  return collector.spans.find((span) => span.name === name && span.parentSpanId === undefined)
}

function childrenOf(name: string): string[] {
  const root = rootOf(name)
  return collector.spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId).map((span) => span.name)
}

/** Returns the outcomes of all root steps with this name. */
function outcomes(name: string): unknown[] {
  const roots = collector.spans.filter((span) => span.name === name && span.parentSpanId === undefined)
  return roots.flatMap(({ attributes }) =>
    attributes.filter(({ key }) => key === 'gateway_portal.outcome').map(({ value }) => Object.values(value)[0]),
  )
}
