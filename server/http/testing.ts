import type { FastifyBaseLogger, FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { scopes } from '#contract/scopes.ts'
import type { VerifyToken } from './caller.ts'
import { createApplication } from './application.ts'
import {
  type AddEndpoint,
  type AddFileEndpoint,
  type EndpointGuards,
  endpointsOf,
  fileEndpointsOf,
} from './endpoints.ts'
import type { AnswerOnce } from './kept-answers/kept-answers.ts'
import { Refusal } from './refusals.ts'

export const testIssuer = 'https://identity.example'

/** In tests of routes a token is the name of its person, with `-without-<scope>` where one is missing. */
export const verifyTestToken: VerifyToken = async (token) => {
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

/** Does the work of each request, whatever its key. */
export const answerAlways: AnswerOnce = async (_, work) => work()

/** An application with the given endpoints, to which tests talk in process. */
export async function testApi(
  addRoutes: (add: AddEndpoint, addFile: AddFileEndpoint) => void,
  guarded: Partial<Pick<EndpointGuards, 'passTerms' | 'answerOnce'>> = {},
  log: FastifyBaseLogger = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' }),
): Promise<TestApi> {
  const app = await createApplication({ log, trustedProxies: [] })
  const passTerms = async () => undefined
  const guards = { verifyToken: verifyTestToken, passTerms, answerOnce: answerAlways, ...guarded }
  addRoutes(endpointsOf(app, guards), fileEndpointsOf(app, guards))
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
