import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createServiceFixture, viennaAddress } from '#test/service-fixture.ts'
import { createApplicationWithoutRoutes } from '#server/http/application-without-routes.ts'
import { connectTestDevice, registerTestGateway, reportPayloadOf, startTestIngest } from '#test/live/test-ingest.ts'
import { openLog, silentLog } from '#server/log.ts'
import {
  openTestPage,
  registerMessageOf,
  startPushProcess,
  subscribeAndWait,
  pageTokenFor,
} from '#test/live/push-process.ts'
import { currentTraceparent, isTracing, openSpan, runAsTraceStep, runAsStepOfTraces } from '#server/tracing.ts'
import { startTracing } from './opentelemetry.ts'
import { type ReceivedSpan, startTestTraceCollector, type TestTraceCollector } from '#test/processes/trace-collector.ts'

const wants = { roles: 'api,push', log: silentLog }
let collector: TestTraceCollector
let end: () => Promise<void>

beforeEach(async () => {
  collector = await startTestTraceCollector()
  end = startTracing({ ...wants, endpoint: collector.endpoint, share: 1 })
})
afterEach(async () => {
  await end()
  collector.close()
})

const open: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of open) await close()
})

test('one trace contains a report, its commit and its delivery to the page; one a request, its statements and the page', async () => {
  const fixture = await createServiceFixture()
  open.push(fixture.close)
  const { pool } = fixture.database
  const push = await startPushProcess(fixture.database)
  const ingest = await startTestIngest({ pool, clock: push.clock, bus: push.bus })
  const subject = randomUUID()
  const gateway = await fixture.applianceOf([subject])
  const testGateway = await registerTestGateway(pool, '199999901')
  const token = pageTokenFor(subject)
  await pool.query(
    `insert into connection (person_id, gateway_id, added_at)
     select id, $1, now() - interval '1 day' from person where subject = $2`,
    [testGateway.id, subject],
  )
  await fixture.database.pool.query(`update person set issuer = 'https://issuer.test' where subject = $1`, [subject])
  await subscribeAndWait({ push, token }, [gateway, testGateway.id])
  const page = await openTestPage(push)
  page.send(registerMessageOf(token))
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(2))

  const device = await connectTestDevice(ingest.port, testGateway.serial)
  const report = reportPayloadOf({ gatewayStatus: 'ERROR', faultCode: 'E104' }, push.clock.time)
  await device.publishAsync(`gateways/${testGateway.serial}/status`, report, { qos: 1 })
  await vi.waitFor(() => expect(page.statuses().at(-1)).toEqual([testGateway.id, 'ERROR']))
  await fixture.database.pool.query(`update person set issuer = 'https://identity.example' where subject = $1`, [
    subject,
  ])
  expect((await fixture.putAddress(subject, gateway, viennaAddress)).statusCode).toBe(200)
  await vi.waitFor(() =>
    expect(page.messages().map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ resourceType: 'service' }),
    ),
  )
  await device.endAsync()
  await ingest.close()
  await end()

  expect(treeOf('report')).toEqual([
    'report',
    'report > deliver changes',
    'report > deliver changes > push-pairs-without-rights',
    'report > store reports',
    'report > store reports > ingest-draw-numbers',
    'report > store reports > ingest-find-repeated',
    'report > store reports > ingest-insert-unknown',
    'report > store reports > ingest-read-states',
    'report > store reports > ingest-write-changes',
  ])
  const request = 'PUT /api/2/connections/:id/address'
  expect(treeOf(request)).toEqual([
    request,
    `${request} > read-connection`,
    `${request} > transaction`,
    `${request} > transaction > publish`,
    `${request} > transaction > publish > bus-notify`,
    `${request} > transaction > publish > deliver changes of service settings`,
    `${request} > transaction > publish > deliver changes of service settings > push-service-seqs`,
    `${request} > transaction > statement`,
  ])
  const sent = collector.text()
  for (const secret of [gateway, testGateway.id, testGateway.serial, subject, viennaAddress.city, 'E104'])
    expect(sent).not.toContain(secret)
})

/**
 * Returns the steps of the trace whose root has this name, without duplicates. The text of each step is its path from
 * the root.
 */
function treeOf(name: string): string[] {
  const root = collector.spans.find((span) => span.name === name)
  const inTrace = collector.spans.filter(({ traceId }) => traceId === root?.traceId)
  const pathOf = (span: ReceivedSpan): string => {
    const above = inTrace.find(({ spanId }) => spanId === span.parentSpanId)
    return above ? `${pathOf(above)} > ${span.name}` : span.name
  }
  return [...new Set(inTrace.map(pathOf))].toSorted()
}

test('the traceparent of a proxy is trusted only if configured', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const ask = async (options: { takesProxyTraces: boolean; trustedProxies: string[] }, header = traceparent) => {
    const app = await createApplicationWithoutRoutes({ log: openLog('silent', 'test'), ...options })
    app.get('/asked', async () => ({ trace: currentTraceparent() ?? 'none' }))
    const answer = await app.inject({ url: '/asked', headers: { traceparent: header }, remoteAddress: '10.0.0.1' })
    await app.close()
    return answer.json<{ trace: string }>().trace.split('-')[1]
  }
  const proxy = { takesProxyTraces: true, trustedProxies: ['10.0.0.0/8'] }
  expect(await ask(proxy)).toBe('0af7651916cd43dd8448eb211c80319c')
  expect(await ask({ ...proxy, takesProxyTraces: false })).not.toBe('0af7651916cd43dd8448eb211c80319c')
  expect(await ask({ ...proxy, trustedProxies: ['10.0.0.2'] })).not.toBe('0af7651916cd43dd8448eb211c80319c')
  expect(await ask(proxy, `${traceparent}-and-more`)).toMatch(/^[\da-f]{32}$/u)
})

test('work for many traces is a step of the first, linked to the others; its failure is recorded without its message', async () => {
  const spans = [0, 1, 2].map(() => openSpan({ name: 'one', kind: 'server' }))
  const failure = Object.assign(new Error('Key (serial)=(199999901) already exists'), { code: '23505' })
  const traces = () => spans.flatMap((span) => span?.traceparent ?? [])
  const failing = runAsStepOfTraces({ name: 'for all' }, traces, async () => Promise.reject(failure))
  await expect(failing).rejects.toBe(failure)
  for (const span of spans) span?.end()
  await end()
  const together = collector.spans.find(({ name }) => name === 'for all')
  const ones = collector.spans.filter(({ name }) => name === 'one').map(({ traceId }) => traceId)
  expect([together?.traceId, ...(together?.links ?? []).map(({ traceId }) => traceId)]).toEqual(ones)
  expect(together?.status.code).toBe(2)
  expect(together?.attributes).toContainEqual({ key: 'error.type', value: { stringValue: '23505' } })
  expect(collector.text()).not.toContain('199999901')
})

test('work outside of a trace leaves no span, and of the rest the configured share is recorded', async () => {
  await runAsTraceStep({ name: 'alone' }, async () => pause(0))
  await end()
  expect(collector.spans).toEqual([])
  end = startTracing({ ...wants, endpoint: collector.endpoint, share: 0 })
  expect(openSpan({ name: 'report', kind: 'server' })?.traceparent).toBeUndefined()
})

test('an unreachable collector causes one log line, and delays nothing', async () => {
  await end()
  const sent: object[] = []
  const log = { ...silentLog, warn: (fields: object) => void sent.push(fields) }
  end = startTracing({ roles: 'jobs', log, endpoint: 'http://127.0.0.1:1', share: 1 })
  const aBatch = 512
  for (let turn = 0; turn < 2 * aBatch + 1; turn += 1) openSpan({ name: 'unheard', kind: 'server' })?.end()
  await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 20_000 })
  await end()
  expect(sent).toEqual([{ reason: expect.any(String), setting: 'OTEL_EXPORTER_OTLP_ENDPOINT' }])
  expect(isTracing()).toBe(false)
})
