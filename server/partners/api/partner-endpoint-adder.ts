import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { PartnerEndpoint } from '#contract/partner-api.ts'
import { requestIdHeader } from '#contract/event-bus.ts'
import type { AuditTrail } from '#server/audit/audit-trail.ts'
import { markAsRepeat, runAuditedAct } from '#server/http/request-audit.ts'
import { parseIdempotencyKeyHeader } from '#server/http/idempotency-key.ts'
import type { IdempotentRequestRunner } from '#server/http/kept-answers/idempotent-request-runner.ts'
import type { AnswerStore } from '#server/http/kept-answers/store.ts'
import type { AttemptCounter } from '#server/http/rate-limit.ts'
import { successStatusOf } from '#server/http/refusals.ts'
import { checkBody, parseParams, parseQuery } from '#server/http/request-validation.ts'
import type { RefusalCounter } from '../partner-refusal-counter.ts'
import { toPartnerAuditAct } from './partner-audit.ts'
import { partnerRateLimit, rateLimitHeaders } from './partner-rate-limits.ts'
import { addPartnerFailureHandler } from './answer-partner-failures.ts'
import {
  type PartnerWithGrants,
  type PartnerWithClientToken,
  type PartnerAuthenticationDependencies,
  authenticatePartner,
} from './authenticate-partner.ts'

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.infer<Schema> : undefined

/** The caller of an endpoint, by the kind of token that the endpoint accepts. */
type CallerByToken = {
  grant: PartnerWithGrants
  client: PartnerWithClientToken
  any: PartnerWithGrants | PartnerWithClientToken
}

/**
 * A request whose token, path, query and body are checked. A handler that writes to `reply` itself must first call
 * `reply.hijack`.
 */
export type PartnerRequest<Caller = PartnerWithGrants, Params = unknown, Query = unknown, Body = unknown> = {
  partner: Caller
  params: Params
  query: Query
  body: Body
  request: FastifyRequest
  reply: FastifyReply
}

type RequestOf<E extends PartnerEndpoint> = PartnerRequest<
  CallerByToken[E['token']],
  Parsed<E['params']>,
  Parsed<E['query']>,
  Parsed<E['body']>
>

export type PartnerEndpointAdder = <const E extends PartnerEndpoint>(
  endpoint: E,
  handler: (request: RequestOf<E>) => Promise<AnswerOf<E>>,
) => void

export type PartnerEndpointDependencies = PartnerAuthenticationDependencies & {
  countRefusal: RefusalCounter
  limit: AttemptCounter
  trail: AuditTrail
  doOnce: IdempotentRequestRunner
  keptAnswers: AnswerStore
}

/**
 * Returns a function that adds an endpoint of the partner API. For each request, the endpoint checks the token, the
 * rate limit and the shape, in this order. A change leaves an audit record. An answer has only the fields of the
 * contract. A POST request with an Idempotency-Key is done once; a repeat gets the first answer.
 */
export function createPartnerEndpointAdder(
  app: FastifyInstance,
  dependencies: PartnerEndpointDependencies,
): PartnerEndpointAdder {
  addPartnerFailureHandler(app, dependencies)
  return (endpoint, handler) => {
    const { method, path, answer: schema } = endpoint
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const checked = await toRequest({ request, reply }, endpoint)
        const work = workOf(endpoint, checked, async () => toJson(schema, await handler(checked)))
        const act = toPartnerAuditAct(endpoint, request, checked)
        const answer = await (act === null ? work() : runAuditedAct(dependencies.trail, { request, act }, work))
        if (reply.sent) return reply
        void reply.headers({ 'cache-control': 'no-store', [requestIdHeader]: request.id })
        void reply.code(successStatusOf(method, schema !== null))
        return answer === null ? reply.send() : reply.type('application/json; charset=utf-8').send(answer)
      },
    })
  }

  /**
   * Returns a function that does the work of a request. If the request has an Idempotency-Key, the work is done once,
   * and a repeat returns the first answer.
   * @throws Refusal `malformed` for an invalid key
   */
  function workOf(
    { method }: PartnerEndpoint,
    { partner, request }: Pick<PartnerRequest<PartnerWithGrants | PartnerWithClientToken>, 'partner' | 'request'>,
    work: () => Promise<string | null>,
  ): () => Promise<string | null> {
    const key = method === 'POST' ? parseIdempotencyKeyHeader(request) : null
    if (key === null) return work
    const { doOnce, keptAnswers: answers } = dependencies
    const { url: path, body } = request
    const keyed = { ownerId: partner.clientId, answers, key, method, path, body, onRepeat: () => markAsRepeat(request) }
    return async () => doOnce(keyed, work)
  }

  async function toRequest<E extends PartnerEndpoint>(
    { request, reply }: Pick<PartnerRequest, 'request' | 'reply'>,
    endpoint: E,
  ): Promise<RequestOf<E>> {
    const partner = await authenticatePartner(dependencies, request, endpoint.token)
    const left = await dependencies.limit(partner.kind === 'grant' ? partner.authorizationId : partner.clientId)
    void reply.headers(rateLimitHeaders(partnerRateLimit, left))
    const params = endpoint.params && parseParams(endpoint.params, request.params)
    const query = parseQuery(endpoint.query, request.query)
    const body = endpoint.body && checkBody(endpoint.body, request.body).requireValid()
    // TypeScript cannot derive the types of one endpoint from the table of all endpoints; the parsing above guarantees
    // them.
    return { partner, params, query, body, request, reply } as RequestOf<E>
  }
}

function toJson(schema: z.ZodMiniType | null, answer: unknown): string | null {
  return schema === null ? null : JSON.stringify(schema.parse(answer))
}
