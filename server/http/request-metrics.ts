import type { FastifyInstance } from 'fastify'
import { Counter, type Registry, collectDefaultMetrics } from 'prom-client'

/** Counts answers by method, route and status, beside what Node tells of itself. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'portal_http_requests_total',
    help: 'Answers by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    requests.inc({ method, route: routeOptions.url ?? 'none', status: statusCode })
  })
}
