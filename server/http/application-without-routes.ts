import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController, fastify } from 'fastify'
import { warnOfUntrustedProxy } from './untrusted-proxy.ts'
import { parseJsonBody } from './json-body.ts'
import { answerFailure, addFailureHandler } from './answer-failures.ts'
import { Refusal } from './refusals.ts'
import { addSecurityHeaders, securityHeaders } from './security-headers.ts'
import { traceRequests } from './trace-requests.ts'
import { replaceInvalidPath } from './unknown-paths.ts'

/** The maximum size of a request body in bytes. Specification 13.1. */
const maxBodyBytes = 64 * 1024
const maxParamLength = 128
/** The time limit for receiving the head of a request. Node checks the limit every `checkEveryMs`. */
const headTimeoutMs = 10_000
const requestTimeoutMs = 20_000
const checkEveryMs = 2_000
/**
 * The time in ms for which an idle connection stays open. It is longer than the idle time of load balancers, so that
 * the balancer closes the connection first.
 */
const keepAliveMs = 75_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the reference of the request's session, for log and audit. Null if the request has no session. */
    sessionOf(request: FastifyRequest): string | null
  }
}

export type ApplicationOptions = {
  log: FastifyBaseLogger
  sessionOf?: FastifyInstance['sessionOf']
  trustedProxies: readonly string[]
  /**
   * Whether the application continues the trace in the `traceparent` header of a trusted proxy. The default is false.
   */
  takesProxyTraces?: boolean
}

/**
 * Creates an application without routes. The application has the limits, headers, body parser and refusals that apply
 * to every path.
 */
export async function createApplicationWithoutRoutes({
  log,
  sessionOf = () => null,
  trustedProxies,
  takesProxyTraces = false,
}: ApplicationOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    // While the process ends, it still answers requests on open connections normally.
    return503OnClosing: false,
    http: { headersTimeout: headTimeoutMs, connectionsCheckingInterval: checkEveryMs },
    routerOptions: { maxParamLength },
    rewriteUrl: ({ url = '/' }) => replaceInvalidPath(url),
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply.headers(securityHeaders)),
  })
  app.decorate('sessionOf', sessionOf)
  traceRequests(app, { trustedProxies, takesProxyTraces })
  addFailureHandler(app)
  warnOfUntrustedProxy(app, trustedProxies)
  addSecurityHeaders(app)
  await app.register(cookie)
  acceptJsonOnly(app)
  refuseTwoHosts(app)
  return app
}

/** Matches the media type of JSON. The only allowed parameter is the charset UTF-8. RFC 8259, sections 8.1 and 11. */
const jsonType = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?[ \t]*$/iu

function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (!jsonType.test(request.headers['content-type'] ?? '')) throw new Refusal('unsupported-media-type')
    return parseJsonBody(body)
  })
}

/** Refuses a request with two Host headers, because two servers could use different ones. RFC 9112, section 3.2. */
function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (hasTwoHostHeaders(raw)) throw new Refusal('malformed')
  })
}

export function hasTwoHostHeaders({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1
}
