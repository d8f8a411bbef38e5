import type { LimitLeft, RateLimit } from '#server/http/rate-limit.ts'

/** Limits the rate of requests of one authorization, over all processes. */
export const partnerRateLimit: RateLimit = { name: 'partner', attempts: 120, windowS: 60 }

/** Test messages and challenges that a client asks for, of one endpoint. */
export const endpointTestRateLimit: RateLimit = { name: 'endpoint-test', attempts: 10, windowS: 60, portion: 1 }

/** The requests of one address, also without a valid token, because each token is looked up in the database. */
export const partnerAddressRateLimit: RateLimit = { name: 'partner-address', attempts: 6_000, windowS: 60 }

/** The quota of a limit and what is left of it: draft-ietf-httpapi-ratelimit-headers-10. */
export function rateLimitHeaders(
  { name, attempts, windowS }: RateLimit,
  { remaining, resetS }: LimitLeft,
): Record<string, string> {
  return {
    'ratelimit-policy': `"${name}";q=${attempts};w=${windowS}`,
    ratelimit: `"${name}";r=${remaining};t=${resetS}`,
  }
}
