import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { addressGroupsOf } from './address-groups.ts'
import type { Caller } from './caller.ts'
import { createTooManyRequestsRefusal } from './refusals.ts'

/**
 * A rate limit: each key may make up to `attempts` attempts within `windowS` seconds, counted in the database for
 * all processes together. `portion`: the number of attempts that a process reserves with one write and then counts in
 * memory. If it is 1, each attempt is written. Reserved attempts that a process does not use are lost until the window
 * ends.
 */
export type RateLimit = { name: string; attempts: number; windowS: number; portion?: number }

const defaultPortion = 10

/** Counts an attempt of a key. @throws Refusal `too-many-requests` if the key has no attempt left */
export type KeyLimiter = (key: string) => Promise<void>

/**
 * Counts a request of a network address, and of the networks that contain the address. @throws Refusal
 * `too-many-requests`
 */
export type AddressLimiter = (address: string) => Promise<void>

/** Counts a request of one person. @throws Refusal `too-many-requests` */
export type PersonLimiter = (person: Pick<Caller, 'issuer' | 'subject'>) => Promise<void>

export function createAddressLimit(pool: Pool, limit: RateLimit): AddressLimiter {
  const countersOf = new Map<number, KeyLimiter>()
  const counterOf = (limits: number): KeyLimiter => {
    const counter = countersOf.get(limits) ?? createKeyLimit(pool, { ...limit, attempts: limit.attempts * limits })
    countersOf.set(limits, counter)
    return counter
  }
  return async (address) => {
    for (const { name, limits } of addressGroupsOf(address)) await counterOf(limits)(name)
  }
}

export function createPersonLimit(pool: Pool, limit: RateLimit): PersonLimiter {
  const count = createKeyLimit(pool, limit)
  return async ({ issuer, subject }) => count(toDigestKey(issuer, subject))
}

/**
 * Creates a rate limit. While the database is down, each process counts separately in memory. If `portion` is 1,
 * attempts fail instead.
 */
export function createKeyLimit(pool: Pool, limit: RateLimit): KeyLimiter {
  const count = createAttemptCounter(pool, limit)
  return async (key) => void (await count(key))
}

/**
 * The attempts that a key has left: at most `remaining` in the next `resetS` seconds. The number is smaller if other
 * processes reserve attempts.
 */
export type RemainingAttempts = { remaining: number; resetS: number }

/**
 * Counts an attempt of a key. Returns the number of attempts that the key has left. @throws Refusal `too-many-requests`
 */
export type AttemptCounter = (key: string) => Promise<RemainingAttempts>

/**
 * Creates the same rate limit as `createKeyLimit`, but its function also returns the number of attempts that are left.
 */
export function createAttemptCounter(pool: Pool, limit: RateLimit): AttemptCounter {
  const { attempts, windowS, portion = defaultPortion } = limit
  const rateLimiterPostgres = new RateLimiterPostgres({
    ...sharedOptions(pool, limit),
    // After the limit is reached, further attempts of the key cost no query until the window ends.
    inMemoryBlockOnConsumed: attempts + 1,
    ...(portion > 1 && { insuranceLimiter: new RateLimiterMemory({ points: attempts, duration: windowS }) }),
  })
  const portions = new Map<string, { own: number; unreserved: number; endsAt: number }>()
  const underWay = new Map<string, Promise<void>>()
  return async (key) => {
    await countAttemptOrRefuse(async () => takeOrReserve(key))
    const { own = 0, unreserved = 0, endsAt = performance.now() } = portions.get(key) ?? {}
    return { remaining: own + unreserved, resetS: Math.max(0, Math.ceil((endsAt - performance.now()) / 1000)) }
  }

  async function takeOrReserve(key: string): Promise<void> {
    while (!take(key)) await (underWay.get(key) ?? reserve(key))
  }

  function take(key: string): boolean {
    const reservedPortion = portions.get(key)
    if (!reservedPortion || reservedPortion.own === 0) return false
    reservedPortion.own -= 1
    return true
  }

  async function reserve(key: string): Promise<void> {
    const reservation = reservePortion(key).finally(() => underWay.delete(key))
    underWay.set(key, reservation)
    return reservation
  }

  async function reservePortion(key: string): Promise<void> {
    const { msBeforeNext, remainingPoints } = await rateLimiterPostgres.consume(key, portion)
    portions.set(key, { own: portion, unreserved: remainingPoints, endsAt: performance.now() + msBeforeNext })
    setTimeout(() => portions.delete(key), msBeforeNext).unref()
  }
}

/** Creates a rate limiter that counts in the database, for limits that count only failures. */
export function createFailureLimiter(pool: Pool, limit: RateLimit): RateLimiterPostgres {
  return new RateLimiterPostgres(sharedOptions(pool, limit))
}

function sharedOptions(pool: Pool, { name, attempts, windowS }: RateLimit) {
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

/**
 * Runs `attempt`, a call that counts an attempt of a rate limiter. If the limiter rejects the attempt, throws a refusal
 * with the time to wait: the result of `waitOf` in milliseconds, by default the time until the window ends.
 * @throws Refusal `too-many-requests`
 */
export async function countAttemptOrRefuse(
  attempt: () => Promise<unknown>,
  waitOf = async ({ msBeforeNext }: RateLimiterRes): Promise<number> => msBeforeNext,
): Promise<void> {
  try {
    await attempt()
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw createTooManyRequestsRefusal(await waitOf(error))
  }
}

/** Returns the digest of several texts, a key of constant length. */
export function toDigestKey(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url')
}
