import type { RemainingAttempts, RateLimit } from '#server/http/rate-limit.ts'

/** The maximum number of requests of one authorization, or of one client with its own token, over all processes. */
export const partnerRateLimit: RateLimit = { name: 'partner', attempts: 120, windowS: 60 }

/** The maximum number of test messages and challenges that a client requests for one webhook endpoint. */
export const endpointTestRateLimit: RateLimit = { name: 'endpoint-test', attempts: 10, windowS: 60, portion: 1 }

/**
 * The maximum number of requests from one network address. It also applies to requests without a valid token, because
 * the portal looks up each token in the database.
 */
export const partnerAddressRateLimit: RateLimit = { name: 'partner-address', attempts: 6_000, windowS: 60 }

/**
 * Returns the response headers with the quota of a limit and the remaining requests:
 * draft-ietf-httpapi-ratelimit-headers-10.
 */
export function rateLimitHeaders(
  { name, attempts, windowS }: RateLimit,
  { remaining, resetS }: RemainingAttempts,
): Record<string, string> {
  return {
    'ratelimit-policy': `"${name}";q=${attempts};w=${windowS}`,
    ratelimit: `"${name}";r=${remaining};t=${resetS}`,
  }
}
