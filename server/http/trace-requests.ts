import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTraceparent, isTracing, openSpan, type TraceSpan } from '#server/tracing.ts'
import { createProxyRecogniser } from './client-address.ts'

export type TraceRequestsOptions = {
  trustedProxies: readonly string[]
  /** Whether the trace of a `traceparent` header from a trusted proxy is continued. */
  takesProxyTraces: boolean
}

const spans = new WeakMap<FastifyRequest, TraceSpan>()

/**
 * Records each request as a span named after its route. The span omits the path, which contains ids; its request id is
 * also in the log. Call it before other hooks are added, so that their work belongs to the span.
 */
export function traceRequests(app: FastifyInstance, { trustedProxies, takesProxyTraces }: TraceRequestsOptions): void {
  if (!isTracing()) return
  const isProxy = createProxyRecogniser(trustedProxies)

  // Ignores the header of other clients. They could decide which requests are recorded, and under which trace id.
  function parentOf({ headers: { traceparent }, socket }: FastifyRequest): string | undefined {
    const isTaken = takesProxyTraces && isProxy(socket.remoteAddress ?? '')
    return isTaken && isTraceparent(traceparent) ? traceparent : undefined
  }

  app.addHook('onRequest', (request, reply, proceed) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'gateway_portal.request_id': request.id,
    }
    const span = openSpan({ name: `${method} ${route}`, kind: 'server', attributes, parent: parentOf(request) })
    if (!span) return proceed()
    spans.set(request, span)
    // Ends the span when the response ends or is aborted. Fastify does not call onResponse for an aborted response.
    finished(reply.raw, () => span.end({ attributes: { 'http.response.status_code': reply.statusCode } }))
    span.run(proceed)
  })
  // Enters the span again after the body has arrived, because the events of a socket have no request context.
  app.addHook('preValidation', (request, _reply, proceed) => {
    const span = spans.get(request)
    if (span) span.run(proceed)
    else proceed()
  })
}
