import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import { type AttemptLimit, type LimitAddress, limitAddresses, sharedLimiterOptions } from './attempt-limit.ts'

/** What a process takes at once of what a key has left: a write for each would cost more than what it counts. */
const portion = 10

/**
 * A counter over all processes for what happens often: each process takes portions of it and counts those in memory, so
 * that one row is written for ten. What a process took and did not use is lost to the others until the window ends.
 * While the database is away each process counts for itself.
 */
export function portionedLimiter(pool: Pool, limit: AttemptLimit) {
  const shared = new RateLimiterPostgres({
    ...sharedLimiterOptions(pool, limit),
    // Who is over the limit costs no query until the window ends.
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

/** Counts what comes from a network address often, over all processes. @throws Refusal `too-many-requests` */
export function createPortionedLimit(pool: Pool, limit: AttemptLimit): LimitAddress {
  return limitAddresses((limits) => portionedLimiter(pool, { ...limit, attempts: limit.attempts * limits }))
}
