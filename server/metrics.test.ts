import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { addCspReportRoute } from './client-log/csp-report-route.ts'
import { createExportMetrics } from './exports/metrics.ts'
import { registerRequestMetrics } from './http/request-metrics.ts'
import { createIngestMetrics } from './live/ingest/metrics.ts'
import { startMetricsServer } from './metrics-server.ts'
import { registerPushMetrics, createPushMetrics } from './live/push/metrics.ts'

// All metrics of an application have one prefix, and the names of counters end in `_total`. Prometheus, "Metric and
// label naming".

const unused = () => Promise.reject(new Error('Nothing is reported here.'))

test('metrics have one prefix, and only counters end in _total', async () => {
  const registry = new Registry()
  registerRequestMetrics(fastify(), registry)
  addCspReportRoute(fastify(), { log: { warn: () => undefined }, registry, limit: unused, limitInAll: unused })
  createIngestMetrics(registry)
  createExportMetrics(registry)
  registerPushMetrics(registry, createPushMetrics())
  const metrics = await registry.getMetricsAsJSON()
  expect(metrics.length).toBeGreaterThan(15)
  for (const { name, type } of metrics) {
    expect(name).toMatch(/^gateway_portal_(?:http|csp|ingest|export|push)_/u)
    expect([name, name.endsWith('_total')]).toEqual([name, String(type) === 'counter'])
  }
})

test('the counts of the push role are correct at any number of scrapes', async () => {
  const registry = new Registry()
  registerPushMetrics(registry, { ...createPushMetrics(), delivered: 7, sockets: 2 })
  await registry.metrics()
  const text = await registry.metrics()
  expect(text).toContain('\ngateway_portal_push_delivered_total 7\n')
  expect(text).toContain('\ngateway_portal_push_sockets 2\n')
})

test('next to the metrics each role reports whether it is live and whether it is ready', async () => {
  const needed = { isThere: true }
  const probe = async (): Promise<void> => {
    if (!needed.isThere) throw new Error('away')
  }
  const server = await startMetricsServer({
    registry: new Registry(),
    probes: [probe],
    isOfProcess: true,
    host: '127.0.0.1',
    port: 0,
  })
  const { port } = server.address() as AddressInfo
  const ask = async (path: string): Promise<number> => (await fetch(`http://127.0.0.1:${port}${path}`)).status
  expect([await ask('/metrics'), await ask('/livez'), await ask('/readyz'), await ask('/')]).toEqual([
    200, 200, 200, 404,
  ])
  needed.isThere = false
  expect([await ask('/livez'), await ask('/readyz')]).toEqual([200, 503])
  server.close()
})
