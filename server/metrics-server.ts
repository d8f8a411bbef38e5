import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { once } from 'node:events'
import { type Registry, collectDefaultMetrics } from 'prom-client'
import { findNotReadyError, type ReadinessProbe } from './http/health.ts'
import { metricsPortStatuses } from './http/refusals.ts'

export type MetricsServerOptions = {
  registry: Registry
  /** The probes that `/readyz` runs, one for each dependency. */
  probes: readonly ReadinessProbe[]
  /** Whether `registry` also gets Node's metrics of the process. Only one registry of a process may get them. */
  isOfProcess: boolean
  host: string
  port: number
}

/** Serves `/metrics` for Prometheus, `/livez` and `/readyz`. They have a separate port, which must not be public. */
export async function startMetricsServer({
  host,
  port,
  isOfProcess,
  ...served
}: MetricsServerOptions): Promise<Server> {
  if (isOfProcess) collectDefaultMetrics({ register: served.registry })
  const server = createServer((request, response) => void answerRequest(request, response, served))
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

type MetricsSources = Pick<MetricsServerOptions, 'registry' | 'probes'>

async function answerRequest(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  { registry, probes }: MetricsSources,
) {
  if (method !== 'GET') return response.writeHead(metricsPortStatuses.missing).end()
  switch (url) {
    case '/metrics':
      return registry.metrics().then(
        (text) => response.writeHead(metricsPortStatuses.found, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(metricsPortStatuses.failed).end(),
      )
    case '/livez':
      return response.writeHead(metricsPortStatuses.found).end()
    case '/readyz':
      return findNotReadyError(probes).then((obstacle) =>
        response.writeHead(obstacle ? metricsPortStatuses.notReady : metricsPortStatuses.found).end(obstacle?.reason),
      )
    default:
      return response.writeHead(metricsPortStatuses.missing).end()
  }
}
