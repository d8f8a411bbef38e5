import type { FastifyError, FastifyInstance } from 'fastify'
import type { RefusalCode } from '#contract/refusals.ts'
import { logRefusal, toRefusal } from '#server/http/answer-failures.ts'
import type { RefusalCounter } from '../partner-refusal-counter.ts'
import { partnerRateLimit, rateLimitHeaders } from './partner-rate-limits.ts'
import type { Refusal, RefusalKind } from '#server/http/refusals.ts'
import { refusalHeadersOf, problemOf } from '#server/http/refusals.ts'

/** The path of the API's metadata. RFC 9728 appends the path of the resource to the well-known name. */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource/partner/1'

const defaultFix = 'Try again later; if it happens again, send us the requestId.'

/**
 * Sentences about how the developer of a client should react to a refusal, by the code or kind of the refusal. Any
 * other refusal gets `defaultFix`.
 */
const fixes: Partial<Record<RefusalCode | RefusalKind, string>> = {
  'invalid-request': 'Compare the request with the OpenAPI document at /partner/1/openapi.json.',
  'too-large': 'Send less in one request.',
  'unsupported-media-type': 'Send JSON with the content type application/json.',
  unauthenticated:
    'Get a new access token: by the refresh token, or by client credentials where the OpenAPI document says so. If that fails, the owner has ended the grant.',
  unproven:
    'Send a token with the token type DPoP as "Authorization: DPoP", with a new proof of its key for each request (RFC 9449). A bearer token needs no proof.',
  'needs-token-of-grant':
    'Use a token that an owner consented to: by the grant type authorization_code, device_code or refresh_token; for events, or add all=true.',
  'needs-token-of-client':
    'Use a token by the grant type client_credentials, as the OpenAPI document says; for events, or leave out all.',
  'insufficient-scope': 'Ask the owner for this kind of data: send a new authorization request with the datatype.',
  'not-found': 'List what the token may use, for example with GET /partner/1/appliances.',
  'too-many-requests': 'Wait for the seconds of Retry-After; follow the events instead of reading again and again.',
  'in-progress':
    'The first request with this Idempotency-Key is under way; repeat this one after the seconds of Retry-After.',
  'idempotency-mismatch': 'Use each Idempotency-Key for one request only; take a new random one.',
  unavailable: 'Wait for the seconds of Retry-After and repeat the request.',
}

/**
 * Answers all errors of the routes in `app` with a problem document that has a sentence for the developer. RFC 9457,
 * Specification 27.5.
 */
export function addPartnerFailureHandler(
  app: FastifyInstance,
  { publicUrl, countRefusal: count }: { publicUrl: string; countRefusal: RefusalCounter },
): void {
  const forOtherApi = `Use an access token of the authorization server ${publicUrl}/oauth, no ID token, and none of the portal.`
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refusal = toRefusal(error)
    logRefusal(refusal, request)
    count('api', refusal.kind)
    const problem = problemOf(refusal)
    const isForOtherApi = refusal.detail.token === 'for-other-api'
    const fix = isForOtherApi ? forOtherApi : (fixes[refusal.kind] ?? fixes[problem.code] ?? defaultFix)
    return reply
      .code(problem.status)
      .headers({
        ...challengeIn(refusalHeadersOf(refusal), publicUrl),
        ...(!reply.hasHeader('ratelimit') && limitHeadersOf(refusal)),
        'cache-control': 'no-store',
      })
      .type('application/problem+json')
      .send({ ...problem, fix, requestId: request.id })
  })
}

/**
 * Adds the address of the API's metadata to a challenge. With this address, a client finds the authorization server.
 * RFC 9728.
 */
function challengeIn(headers: Record<string, string>, publicUrl: string): Record<string, string> {
  const { 'www-authenticate': challenge } = headers
  if (challenge === undefined) return headers
  const metadata = `resource_metadata="${publicUrl}${resourceMetadataPath}"`
  return { ...headers, 'www-authenticate': `${challenge}${challenge.includes(' ') ? ',' : ''} ${metadata}` }
}

/**
 * Returns the rate limit headers of a refusal for too many requests: no request is left until the client may retry.
 * Returns no headers for any other refusal.
 */
function limitHeadersOf({ kind, detail: { retryAfterS } }: Refusal): Record<string, string> {
  if (kind !== 'too-many-requests' || retryAfterS === undefined) return {}
  return rateLimitHeaders(partnerRateLimit, { remaining: 0, resetS: retryAfterS })
}
