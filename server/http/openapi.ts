import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { apiSummaries } from '#contract/api-summaries.ts'
import { type Api, api } from '#contract/api.ts'
import type { ServerEndpoint } from '#contract/endpoint.ts'
import { idempotencyKey } from '#contract/idempotency.ts'
import { problem } from '#contract/refusals.ts'
import { scopes } from '#contract/scopes.ts'
import { createFixedTextSender } from './fixed-text-sender.ts'
import { acceptsIdempotencyKey } from './idempotency-key.ts'
import { documentedRefusalsOf } from './documented-refusals.ts'
import { refusalStatusOf, successStatusOf } from './refusals.ts'

type Schema = Record<string, unknown>

/** Adds the route of the public API description. The description is generated only once. Specification 13.1. */
export function addOpenApiRoute(app: FastifyInstance, issuer: string): void {
  const answer = createFixedTextSender(JSON.stringify(createOpenApiDocument(issuer)), 'application/json; charset=utf-8')
  app.get('/api/2/openapi.json', async (request, reply) => answer(request, reply))
}

/** Returns the OpenAPI 3.1 document of the contract. Specification 13.1. */
export function createOpenApiDocument(issuer: string): Schema {
  return {
    openapi: '3.1.1',
    info: { title: 'Gateway portal', version: '2' },
    servers: [{ url: '/' }],
    paths: describePaths(Object.entries(api) as [keyof Api, ServerEndpoint][], describeOperation),
    components: {
      schemas: { Problem: toSchema(problem, 'output') },
      securitySchemes: { token: describeTokens(issuer) },
    },
  }
}

function describeTokens(issuer: string): Schema {
  return { type: 'openIdConnect', openIdConnectUrl: `${issuer.replace(/\/+$/u, '')}/.well-known/openid-configuration` }
}

/** Describes the paths of an API. `endpoints`: the endpoints with their names. */
export function describePaths<Name extends string, E extends { method: string; path: string }>(
  endpoints: readonly [Name, E][],
  describe: (operationId: Name, endpoint: E) => Schema,
): Schema {
  const paths: Record<string, Schema> = {}
  for (const [operationId, endpoint] of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/gu, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(operationId, endpoint) }
  }
  return paths
}

function describeOperation(operationId: keyof Api, endpoint: ServerEndpoint): Schema {
  return {
    operationId,
    summary: apiSummaries[operationId],
    ...(endpoint.access === 'public' ? { security: [] } : { security: [{ token: scopesOf(endpoint) }] }),
    ...describeParameters(endpoint),
    ...(endpoint.body && { requestBody: describeBody(endpoint.body) }),
    responses: describeResponses(endpoint),
  }
}

function describeBody(body: z.ZodMiniType): Schema {
  return { required: !body.safeParse(undefined).success, content: json(toSchema(body, 'input')) }
}

function scopesOf({ access }: ServerEndpoint): string[] {
  return scopes.filter((scope) => scope === access)
}

function describeParameters(endpoint: ServerEndpoint): Schema {
  const { params, query } = endpoint
  const headers = acceptsIdempotencyKey(endpoint) ? [idempotencyParameter] : []
  const parameters = [...describeParametersIn('path', params), ...describeParametersIn('query', query), ...headers]
  return parameters.length > 0 ? { parameters } : {}
}

export const idempotencyParameter: Schema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Names the request for 24 hours: a repeat with this key and the same body gets the first answer',
  schema: toSchema(idempotencyKey, 'input'),
}

export function describeParametersIn(location: 'path' | 'query', schema: z.ZodMiniType | null | undefined): Schema[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toSchema(schema, 'input') as { properties?: Schema; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: property,
  }))
}

function describeResponses(endpoint: ServerEndpoint): Schema {
  const success = String(successStatusOf(endpoint.method, endpoint.answer !== null, endpoint))
  const responses: Record<string, Schema> = {
    [success]: { description: 'Done', ...(endpoint.answer && { content: contentOf(endpoint.answer) }) },
  }
  if (endpoint.waiting) {
    const status = String(successStatusOf(endpoint.method, true, { isLater: true }))
    responses[status] = { description: 'Waits for another person', content: contentOf(endpoint.waiting) }
  }
  for (const [status, codes] of refusalsByStatus(endpoint)) {
    responses[status] = describeProblem(codes.join(', '))
  }
  return responses
}

export function describeProblem(description: string): Schema {
  const schema = { $ref: '#/components/schemas/Problem' }
  return { description, content: { 'application/problem+json': { schema } } }
}

function contentOf(answer: NonNullable<ServerEndpoint['answer']>): Schema {
  if (answer === 'file') return { 'application/zip': { schema: {} } }
  return json(toSchema(answer, 'output'))
}

function refusalsByStatus(endpoint: ServerEndpoint): Map<string, string[]> {
  const byStatus = new Map<string, string[]>()
  for (const kind of documentedRefusalsOf(endpoint)) {
    const status = String(refusalStatusOf(kind))
    byStatus.set(status, [...(byStatus.get(status) ?? []), kind])
  }
  return byStatus
}

function json(schema: Schema): Schema {
  return { 'application/json': { schema } }
}

function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
