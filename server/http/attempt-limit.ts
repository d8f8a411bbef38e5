import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { addressGroups } from './address-groups.ts'
import { tooManyRequests } from './refusals.ts'

export type AttemptLimit = { name: string; attempts: number; windowS: number }

/** A rate limiter shared by all processes, in the database. */
export function sharedLimiter(pool: Pool, limit: AttemptLimit): RateLimiterPostgres {
  return new RateLimiterPostgres(sharedLimiterOptions(pool, limit))
}

export function sharedLimiterOptions(pool: Pool, { name, attempts, windowS }: AttemptLimit) {
  return {
    storeClient: pool,
    storeType: 'pg',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: attempts,
    duration: windowS,
  }
}

/** A limiter of rate-limiter-flexible with any storage. */
type Limiter = { consume(key: string): Promise<unknown> }

/**
 * Counts an attempt of a key. Above the limit, the wait is until the window ends, or `waitOf`. @throws Refusal
 * `too-many-requests`
 */
export async function consume(limiter: Limiter, key: string, waitOf = untilWindowEnds): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw tooManyRequests(await waitOf(error))
  }
}

async function untilWindowEnds({ msBeforeNext }: RateLimiterRes): Promise<number> {
  return msBeforeNext
}

/** Counts a request of a network address. @throws Refusal `too-many-requests` */
export type LimitAddress = (address: string) => Promise<void>

/** Counts attempts of a network address and of its networks, over all processes. */
export function createAttemptLimit(pool: Pool, limit: AttemptLimit): LimitAddress {
  return limitAddresses((limits) => sharedLimiter(pool, { ...limit, attempts: limit.attempts * limits }))
}

/**
 * Like `createAttemptLimit` with any limiter; `limiterFor` creates the one for groups with `limits` times the limit.
 */
export function limitAddresses(limiterFor: (limits: number) => Limiter): LimitAddress {
  const limiters = new Map<number, Limiter>()
  const limiterOf = (limits: number): Limiter => {
    const limiter = limiters.get(limits) ?? limiterFor(limits)
    limiters.set(limits, limiter)
    return limiter
  }
  return async (address) => {
    for (const { name, limits } of addressGroups(address)) await consume(limiterOf(limits), name)
  }
}
