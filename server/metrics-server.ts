import { type Server, createServer } from 'node:http'
import { once } from 'node:events'
import { type Registry, collectDefaultMetrics } from 'prom-client'
import { metricsStatus } from './http/refusals.ts'

export type MetricsServer = { registry: Registry; host: string; port: number }

/** Serves `/metrics` in the format of Prometheus, what Node tells of itself too, on a port of its own that is never the public one. */
export async function startMetricsServer({ registry, host, port }: MetricsServer): Promise<Server> {
  collectDefaultMetrics({ register: registry })
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(metricsStatus.missing).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(metricsStatus.found, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(metricsStatus.failed).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
