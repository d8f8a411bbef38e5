import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type {
  AnswerOf,
  BodyOf,
  FileEndpoint,
  JsonEndpoint,
  ParamsOf,
  QueryOf,
  ServerEndpoint,
} from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import { requestIdHeader } from '#contract/event-bus.ts'
import { languageOfHeader } from './accept-language.ts'
import {
  type EndpointAudit,
  type RequestAuditDependencies,
  createEndpointAudit,
  markAsRepeat,
} from './request-audit.ts'
import { type Caller, type TokenVerifier, callerOf, checkScope, identifyCaller, setCaller } from './caller.ts'
import { sendAnswerOfEndpoint } from './compression.ts'
import { readIdempotencyKeyIfAccepted } from './idempotency-key.ts'
import type { IdempotentRunnerForPeople } from './kept-answers/idempotent-request-runner.ts'
import { type ServedFile, sendFile } from './send-file.ts'
import { runWithDocumentedRefusals } from './documented-refusals.ts'
import { successStatusOf } from './refusals.ts'
import { checkBody, parseParams, parseQuery } from './request-validation.ts'

/** A request to an endpoint. Everything except the body has been checked against the contract. */
export type EndpointCall<E extends ServerEndpoint> = {
  caller: E['access'] extends 'public' ? null : Caller
  params: ParamsOf<E>
  query: QueryOf<E>
  /**
   * Checks and returns the body. Call this function only after the authorisation check. @throws Refusal `rule-broken`
   */
  body(): BodyOf<E>
  /** The network address of the client. */
  address: string
  /** The id of the request, as in the log. */
  requestId: string
  /** The language of the page that sent the request, from the header `Accept-Language`. */
  language: Language
  /** The request itself, for data outside of the contract: cookies and the requested host. */
  request: FastifyRequest
}

export type EndpointHandler<E extends ServerEndpoint> = (call: EndpointCall<E>) => Promise<AnswerOf<E>>

/** Adds an endpoint to the application. Requests are checked in the order of Specification 13.2. */
export type EndpointAdder = <const E extends JsonEndpoint & ServerEndpoint>(
  endpoint: E,
  handler: EndpointHandler<E>,
) => void

/** Adds an endpoint that answers with a file. Requests are checked as with `EndpointAdder`. */
export type FileEndpointAdder = <const E extends FileEndpoint & ServerEndpoint>(
  endpoint: E,
  handler: (call: EndpointCall<E>) => Promise<ServedFile>,
) => void

/** The checks that run before the handler of an endpoint, and the audit that records its requests. */
export type EndpointGuards = {
  verifyToken: TokenVerifier
  /**
   * Checks that the person has accepted the terms and chosen a country. Specification 4.14. @throws Refusal
   * `terms-not-accepted`, `country-missing`
   */
  passTerms(caller: Caller): Promise<void>
  answerOnce: IdempotentRunnerForPeople
  audit: RequestAuditDependencies
}

/**
 * Creates the function that adds an endpoint to /api/2. For each request, it checks the token and scope, then the
 * shape. It removes fields from the handler's answer that are not in the contract.
 */
export function createEndpointAdder(app: FastifyInstance, guards: EndpointGuards): EndpointAdder {
  return (endpoint, handler) => {
    const audit = createEndpointAudit(endpoint, guards.audit)
    app.route({
      ...guardHandlers(endpoint, { ...guards, audit }),
      handler: async (request, reply) => {
        const act = prepareAnswer(guards, endpoint, { request, handler })
        const answer = await audit.runRecorded({ request, reply }, act)
        return sendAnswer({ request, reply: reply.header(requestIdHeader, request.id) }, endpoint, answer)
      },
    })
  }
}

type HandledRequest<E extends JsonEndpoint & ServerEndpoint> = { request: FastifyRequest; handler: EndpointHandler<E> }

/**
 * Checks the shape of a request. Returns a function that computes the answer: JSON, or null for an answer without
 * content. If the request has an Idempotency-Key, the work runs only once.
 */
function prepareAnswer<E extends JsonEndpoint & ServerEndpoint>(
  { answerOnce }: EndpointGuards,
  endpoint: E,
  { request, handler }: HandledRequest<E>,
): () => Promise<string | null> {
  const call = toCall(endpoint, request)
  const key = readIdempotencyKeyIfAccepted(endpoint, request)
  const work = async () => toJson(endpoint, await runWithDocumentedRefusals(endpoint, () => handler(call)))
  const caller = callerOf(request)
  if (key === null || caller === null) return work
  const onRepeat = () => markAsRepeat(request)
  const { url: path, body } = request
  return async () => answerOnce({ caller, key, method: endpoint.method, path, body, onRepeat }, work)
}

function toJson({ answer: schema, waiting }: JsonEndpoint, answer: unknown): string | null {
  if (schema === null) return null
  const waits = waiting?.safeParse(answer)
  return JSON.stringify(waits?.success ? waits.data : schema.parse(answer))
}

/**
 * Returns whether an answer has the shape `waiting` of its endpoint. The check uses the text, because the stored
 * answer to a repeated request is only text.
 */
function isWaiting({ waiting }: JsonEndpoint, answer: string | null): boolean {
  return waiting !== undefined && answer !== null && waiting.safeParse(JSON.parse(answer)).success
}

/** Creates the function that adds an endpoint whose answer is a file. */
export function createFileEndpointAdder(app: FastifyInstance, guards: EndpointGuards): FileEndpointAdder {
  return (endpoint, handler) => {
    const audit = createEndpointAudit(endpoint, guards.audit)
    app.route({
      ...guardHandlers(endpoint, { ...guards, audit }),
      handler: async (request, reply) => {
        const call = toCall(endpoint, request)
        const act = async () => runWithDocumentedRefusals(endpoint, () => handler(call))
        return sendFile({ request, reply }, await audit.runRecorded({ request, reply }, act))
      },
    })
  }
}

type GuardOptions = Pick<EndpointGuards, 'verifyToken' | 'passTerms'> & { audit: EndpointAudit }

function guardHandlers(endpoint: ServerEndpoint, { verifyToken, passTerms, audit }: GuardOptions) {
  return {
    method: endpoint.method,
    url: endpoint.path,
    onError: audit.onError,
    onRequest: async (request: FastifyRequest): Promise<void> => {
      if (endpoint.access === 'public') return
      const caller = await identifyCaller(request.headers.authorization, verifyToken)
      setCaller(request, caller)
      checkScope(endpoint, caller)
      if (endpoint.terms) await passTerms(caller)
    },
  }
}

function toCall<E extends ServerEndpoint>(endpoint: E, request: FastifyRequest): EndpointCall<E> {
  const params = endpoint.params && parseParams(endpoint.params, request.params)
  const query = parseQuery(endpoint.query, request.query)
  const body = endpoint.body && checkBody(endpoint.body, request.body)
  return {
    caller: callerOf(request),
    params: params ?? undefined,
    query: query ?? undefined,
    body: () => body?.requireValid(),
    address: request.ip,
    requestId: request.id,
    language: languageOfHeader(request.headers['accept-language']),
    request,
    // TypeScript cannot derive this type for a generic endpoint; the parsing above guarantees it.
  } as EndpointCall<E>
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

async function sendAnswer(
  exchange: Exchange,
  endpoint: JsonEndpoint & ServerEndpoint,
  answer: string | null,
): Promise<FastifyReply> {
  const { method, cacheS } = endpoint
  const { reply } = exchange
  const cacheControl = cacheS === undefined ? 'no-store' : `public, max-age=${cacheS}`
  const isLater = endpoint.isLater === true || isWaiting(endpoint, answer)
  reply.code(successStatusOf(method, answer !== null, { isLater })).header('cache-control', cacheControl)
  if (answer === null) return reply.send()
  void reply.header('content-type', 'application/json; charset=utf-8')
  return sendAnswerOfEndpoint(exchange, endpoint, answer)
}
