import { type Server, createServer } from 'node:http'
import { once } from 'node:events'
import type { Registry } from 'prom-client'

export type MetricsServer = { registry: Registry; host: string; port: number }

/** Serves `/metrics` in the format of Prometheus, on a port of its own that is never the public one. */
export async function startMetricsServer({ registry, host, port }: MetricsServer): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
