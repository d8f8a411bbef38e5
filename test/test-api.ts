import type { FastifyBaseLogger, FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { scopes } from '#contract/scopes.ts'
import { createMemoryAuditTrail } from '#test/memory-audit-trail.ts'
import type { TokenVerifier } from '#server/http/caller.ts'
import { createApplicationWithoutRoutes } from '#server/http/application-without-routes.ts'
import {
  type EndpointAdder,
  type FileEndpointAdder,
  type EndpointGuards,
  createEndpointAdder,
  createFileEndpointAdder,
} from '#server/http/endpoint-adder.ts'
import type { IdempotentRunnerForPeople } from '#server/http/kept-answers/idempotent-request-runner.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { RequestAuditDependencies } from '#server/http/request-audit.ts'

export const testIssuer = 'https://identity.example'

/**
 * Verifies a token in tests of routes. The token is the name of the person, with the ending `-without-<scope>` if it
 * lacks a scope. A token that begins with `bad` is rejected.
 */
export const verifyTestToken: TokenVerifier = async (token) => {
  if (token.startsWith('bad')) throw new Refusal('unauthenticated')
  const [subject = '', missing] = token.split('-without-')
  return { issuer: testIssuer, subject, scopes: new Set(scopes.filter((scope) => scope !== missing)) }
}

export type TestRequest = {
  as?: string
  method?: string
  url: string
  body?: unknown
  address?: string
  language?: string
  headers?: Record<string, string>
}

export type TestApi = {
  app: FastifyInstance
  send(request: TestRequest): Promise<LightMyRequestResponse>
}

/** Does the work of every request, even if the request repeats an Idempotency-Key. */
export const answerWithoutIdempotency: IdempotentRunnerForPeople = async (_, work) => work()

/** Creates an audit trail in memory for tests of routes. It gives every person the id `testPersonId`. */
export function createTestAudit(): RequestAuditDependencies & { trail: ReturnType<typeof createMemoryAuditTrail> } {
  return { trail: createMemoryAuditTrail(), personIdOf: async () => testPersonId }
}

export const testPersonId = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d99'

/** Creates an HTTP application with the given endpoints. Tests call it without a network connection. */
export async function createTestApi(
  addRoutes: (add: EndpointAdder, addFile: FileEndpointAdder) => void,
  guarded: Partial<Pick<EndpointGuards, 'passTerms' | 'answerOnce' | 'audit'>> = {},
  log: FastifyBaseLogger = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' }),
): Promise<TestApi> {
  const app = await createApplicationWithoutRoutes({
    log,
    trustedProxies: [],
    sessionOf: ({ headers }) => headers.cookie ?? null,
  })
  const passTerms = async () => undefined
  const own = { passTerms, answerOnce: answerWithoutIdempotency, audit: createTestAudit() }
  const guards = { verifyToken: verifyTestToken, ...own, ...guarded }
  addRoutes(createEndpointAdder(app, guards), createFileEndpointAdder(app, guards))
  await app.ready()
  return { app, send: async (request) => send(app, request) }
}

async function send(app: FastifyInstance, request: TestRequest) {
  const { as, method = 'GET', url, body, address, language } = request
  const headers = { ...request.headers }
  if (language !== undefined) headers['accept-language'] = language
  if (as !== undefined) headers['authorization'] = `Bearer ${as}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  return app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload !== undefined && { payload }),
    ...(address !== undefined && { remoteAddress: address }),
  })
}
