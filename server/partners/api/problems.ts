import type { FastifyError, FastifyInstance } from 'fastify'
import type { RefusalCode } from '#contract/refusals.ts'
import { reportRefusal, toRefusal } from '#server/http/problems.ts'
import type { CountRefusal } from '../refusals.ts'
import { partnerRateLimit, rateLimitHeaders } from './limits.ts'
import type { Refusal, RefusalKind } from '#server/http/refusals.ts'
import { refusalHeaders, problemOf } from '#server/http/refusals.ts'

const defaultFix = 'Try again later; if it happens again, send us the requestId.'

/** For each refusal, a sentence about what the developer of a client should do. */
const fixes: Partial<Record<RefusalCode | RefusalKind, string>> = {
  'invalid-request': 'Compare the request with the OpenAPI document at /partner/1/openapi.json.',
  'too-large': 'Send less in one request.',
  'unsupported-media-type': 'Send JSON with the content type application/json.',
  unauthenticated:
    'Get a new access token: by the refresh token, or by client credentials where the OpenAPI document says so. If that fails, the owner has ended the grant.',
  unproven:
    'Send a token with the token type DPoP as "Authorization: DPoP", with a new proof of its key for each request (RFC 9449). A bearer token needs no proof.',
  'insufficient-scope':
    'Ask the owner for this kind of data: send a new authorization request with the datatype. Events need all=true with a token by client credentials, and no all with a token of a grant.',
  'not-found': 'List what the token may use, for example with GET /partner/1/appliances.',
  'too-many-requests': 'Wait for the seconds of Retry-After; follow the events instead of reading again and again.',
  'in-progress':
    'The first request with this Idempotency-Key is under way; repeat this one after the seconds of Retry-After.',
  'idempotency-mismatch': 'Use each Idempotency-Key for one request only; take a new random one.',
  unavailable: 'Wait for the seconds of Retry-After and repeat the request.',
}

/** Answers every failure below `app` as a problem with a sentence for the developer. RFC 9457, Specification 27.5. */
export function answerPartnerProblems(app: FastifyInstance, count: CountRefusal): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refusal = toRefusal(error)
    reportRefusal(refusal, request)
    count('api', refusal.kind)
    const problem = problemOf(refusal)
    return reply
      .code(problem.status)
      .headers({
        ...refusalHeaders(refusal),
        ...(!reply.hasHeader('ratelimit') && limitHeadersOf(refusal)),
        'cache-control': 'no-store',
      })
      .type('application/problem+json')
      .send({ ...problem, fix: fixes[refusal.kind] ?? fixes[problem.code] ?? defaultFix, requestId: request.id })
  })
}

/** The rate limit headers of a refusal for too many requests: none are left until the request may be repeated. */
function limitHeadersOf({ kind, detail: { retryAfterS } }: Refusal): Record<string, string> {
  if (kind !== 'too-many-requests' || retryAfterS === undefined) return {}
  return rateLimitHeaders(partnerRateLimit, { remaining: 0, resetS: retryAfterS })
}
