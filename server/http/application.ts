import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import { type FastifyBaseLogger, type FastifyInstance, LogController, fastify } from 'fastify'
import { parseJsonBody } from './json-body.ts'
import { answerProblems } from './problems.ts'
import { addSecurityHeaders } from './security-headers.ts'

/** Decisions 4: bodies over 64 KiB are refused. */
const bodyLimitBytes = 64 * 1024
const maxParamLength = 128
/** A head that takes longer is somebody holding the line; Node looks every `checkEveryMs`. */
const headWithinMs = 10_000
const requestWithinMs = 20_000
const checkEveryMs = 2_000
/** Longer than a load balancer's idle time, so that it closes first. */
const keepAliveMs = 75_000

export type ApplicationOptions = { log: FastifyBaseLogger; trustedProxies: readonly string[] }

/** An empty application with the limits, headers, body parser and refusals that hold for every path. */
export async function createApplication({ log, trustedProxies }: ApplicationOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestWithinMs,
    keepAliveTimeout: keepAliveMs,
    http: { headersTimeout: headWithinMs, connectionsCheckingInterval: checkEveryMs },
    routerOptions: { maxParamLength },
  })
  answerProblems(app)
  await addSecurityHeaders(app)
  await app.register(cookie)
  acceptJsonOnly(app)
  return app
}

function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) =>
    parseJsonBody(body),
  )
}
