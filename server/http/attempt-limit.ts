import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { addressGroup } from './address-group.ts'
import { Refusal } from './refusals.ts'

export type AttemptLimit = { name: string; attempts: number; windowS: number }

/** Counts attempts per network address over all processes; throws Refusal `too-many-requests` beyond the limit. */
export function createAttemptLimit(
  pool: Pool,
  { name, attempts, windowS }: AttemptLimit,
): (address: string) => Promise<void> {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pg',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: attempts,
    duration: windowS,
  })
  return async (address) => {
    try {
      await limiter.consume(addressGroup(address))
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new Refusal('too-many-requests', { retryAfterS: Math.ceil(error.msBeforeNext / 1000) })
    }
  }
}
