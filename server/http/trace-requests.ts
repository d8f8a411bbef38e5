import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTraceparent, isTracing, openSpan, type TraceSpan } from '#server/tracing.ts'
import { proxyRecogniser } from './client-address.ts'

export type TraceRequestsOptions = {
  trustedProxies: readonly string[]
  /** Whether what a trusted proxy sends as `traceparent` is gone on with. */
  takesProxyTraces: boolean
}

const spans = new WeakMap<FastifyRequest, TraceSpan>()

/**
 * Makes each request a span, by its route: no address of the request is told of, since ids stand in it. The request's id
 * leads to the log. To be called before other hooks are added, whose work belongs to the request.
 */
export function traceRequests(app: FastifyInstance, { trustedProxies, takesProxyTraces }: TraceRequestsOptions): void {
  if (!isTracing()) return
  const isProxy = proxyRecogniser(trustedProxies)

  // Strangers would otherwise choose what is recorded, and under which name.
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
    // Fastify's onResponse is not called for an answer that is broken off.
    finished(reply.raw, () => span.end({ attributes: { 'http.response.status_code': reply.statusCode } }))
    span.run(proceed)
  })
  // A body arrives by events of the socket, which belong to no request.
  app.addHook('preValidation', (request, _reply, proceed) => {
    const span = spans.get(request)
    if (span) span.run(proceed)
    else proceed()
  })
}
