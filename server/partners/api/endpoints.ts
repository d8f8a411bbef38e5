import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { PartnerEndpoint } from '#contract/partner-api.ts'
import { requestIdHeader } from '#contract/push.ts'
import type { LimitKey } from '#server/http/rate-limit.ts'
import { statusOfSuccess } from '#server/http/refusals.ts'
import { parseParams, parseQuery } from '#server/http/validation.ts'
import { answerPartnerProblems } from './problems.ts'
import { type Partner, type TokenDependencies, partnerOf } from './token.ts'

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.infer<Schema> : undefined

export type PartnerRequest<Params = unknown, Query = unknown> = { partner: Partner; params: Params; query: Query }

export type AddPartnerEndpoint = <const E extends PartnerEndpoint>(
  endpoint: E,
  handler: (request: PartnerRequest<Parsed<E['params']>, Parsed<E['query']>>) => Promise<Parsed<E['answer']>>,
) => void

/**
 * Adds endpoints of the partner API. Each request is checked for its token, its rate limit and its shape, in this
 * order. The answer has only the fields of the contract.
 */
export function partnerEndpoints(
  app: FastifyInstance,
  dependencies: TokenDependencies & { limit: LimitKey },
): AddPartnerEndpoint {
  answerPartnerProblems(app)
  return (endpoint, handler) => {
    const { method, path, answer: schema } = endpoint
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const answer = await handler(await toRequest(request, endpoint))
        void reply.headers({ 'cache-control': 'no-store', [requestIdHeader]: request.id })
        void reply.code(statusOfSuccess(method, schema !== null))
        return schema === null ? reply.send() : reply.send(schema.parse(answer))
      },
    })
  }

  async function toRequest<E extends PartnerEndpoint>(
    request: FastifyRequest,
    endpoint: E,
  ): Promise<PartnerRequest<Parsed<E['params']>, Parsed<E['query']>>> {
    const partner = await partnerOf(dependencies, request)
    await dependencies.limit(partner.authorizationId)
    const params = endpoint.params && parseParams(endpoint.params, request.params)
    const query = parseQuery(endpoint.query, request.query)
    // TypeScript cannot derive the types of one endpoint from the table of all; the parsing above guarantees them.
    return { partner, params, query } as PartnerRequest<Parsed<E['params']>, Parsed<E['query']>>
  }
}
