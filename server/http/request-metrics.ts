import type { FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'

/** Counts answers by method, route and status. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'gateway_portal_http_requests_total',
    help: 'Answers by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    requests.inc({ method, route: routeOptions.url ?? 'none', status: statusCode })
  })
}
