import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import { type AttemptLimit, type LimitAddress, limitAddresses, sharedLimiterOptions } from './attempt-limit.ts'

/** How many attempts a process reserves at once, because a write for each would cost more than the attempt. */
const portion = 10

/**
 * A rate limiter over all processes for frequent requests: each process reserves portions and counts them in memory,
 * which saves nine of ten writes. Unused reservations are lost until the window ends. While the database is down,
 * each process counts separately.
 */
export function portionedLimiter(pool: Pool, limit: AttemptLimit) {
  const shared = new RateLimiterPostgres({
    ...sharedLimiterOptions(pool, limit),
    // Blocked keys cost no query until the window ends.
    inMemoryBlockOnConsumed: limit.attempts + 1,
    insuranceLimiter: new RateLimiterMemory({ points: limit.attempts, duration: limit.windowS }),
  })
  const left = new Map<string, number>()
  const underWay = new Map<string, Promise<void>>()

  /** @throws RateLimiterRes */
  async function consumeOne(key: string): Promise<void> {
    while (!takeOne(key)) await (underWay.get(key) ?? draw(key))
  }

  function takeOne(key: string): boolean {
    const count = left.get(key) ?? 0
    if (count > 0) left.set(key, count - 1)
    return count > 0
  }

  async function draw(key: string): Promise<void> {
    const drawn = drawPortion(key).finally(() => underWay.delete(key))
    underWay.set(key, drawn)
    return drawn
  }

  async function drawPortion(key: string): Promise<void> {
    const { msBeforeNext } = await shared.consume(key, portion)
    left.set(key, portion)
    setTimeout(() => left.delete(key), msBeforeNext).unref()
  }

  return { consume: consumeOne }
}

/** Counts frequent requests of a network address, over all processes. */
export function createPortionedLimit(pool: Pool, limit: AttemptLimit): LimitAddress {
  return limitAddresses((limits) => portionedLimiter(pool, { ...limit, attempts: limit.attempts * limits }))
}
