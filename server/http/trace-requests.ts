import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTraceparent, isTracing, openSpan, type TraceSpan } from '#server/tracing.ts'
import { createTrustedProxyCheck } from './client-address.ts'

export type TraceRequestsOptions = {
  trustedProxies: readonly string[]
  /** Whether the portal continues the trace of a `traceparent` header that a trusted proxy sends. */
  takesProxyTraces: boolean
}

const spans = new WeakMap<FastifyRequest, TraceSpan>()

/**
 * Records each request as a span with the name of its route. The span omits the path, which contains ids; the request
 * id in the span is also in the log. Call this function before other hooks are added, so that the span includes their
 * work.
 */
export function traceRequests(app: FastifyInstance, { trustedProxies, takesProxyTraces }: TraceRequestsOptions): void {
  if (!isTracing()) return
  const isProxy = createTrustedProxyCheck(trustedProxies)

  // Ignores the header `traceparent` of a client that is not a trusted proxy. Otherwise a client could decide which
  // requests are recorded, and under which trace id.
  function parentOf({ headers: { traceparent }, socket }: FastifyRequest): string | undefined {
    const isTaken = takesProxyTraces && isProxy(socket.remoteAddress ?? '')
    return isTaken && isTraceparent(traceparent) ? traceparent : undefined
  }

  app.addHook('onRequest', (request, reply, next) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'gateway_portal.request_id': request.id,
    }
    const span = openSpan({ name: `${method} ${route}`, kind: 'server', attributes, parent: parentOf(request) })
    if (!span) return next()
    spans.set(request, span)
    // Ends the span when the response ends or is aborted. Fastify does not call onResponse for an aborted response.
    finished(reply.raw, () => span.end({ attributes: { 'http.response.status_code': reply.statusCode } }))
    span.run(next)
  })
  // Runs the handler in the span again. This hook runs after socket events have delivered the body, and those events
  // are outside the span.
  app.addHook('preValidation', (request, _reply, next) => {
    const span = spans.get(request)
    if (span) span.run(next)
    else next()
  })
}
