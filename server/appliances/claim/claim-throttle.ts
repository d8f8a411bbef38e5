import type { Log } from '#server/log.ts'
import type { Pool } from 'pg'
import type { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { dayS, minuteS } from '#contract/durations.ts'
import { addressGroupsOf } from '#server/http/address-groups.ts'
import { countAttemptOrRefuse, toDigestKey, createFailureLimiter } from '#server/http/rate-limit.ts'
import { createTooManyRequestsRefusal } from '#server/http/refusals.ts'
import type { ProviderSubject } from '#server/identity/store.ts'

const windowS = 15 * minuteS

/**
 * The maximum numbers of failed attempts by one person in 15 minutes: for one serial number, and for all serial numbers
 * together. Specification 13.10.
 */
const failures = { personAndSerial: 5, person: 10 } as const

/**
 * The limits for one IP address. After `slowFrom` failures in 15 minutes, each person at that address must wait before
 * an attempt, at most `slowestS` seconds. A larger IPv6 network has a higher limit.
 */
const slowFrom = 30
const slowestS = 60

/** The number of failures for one serial number in a day, from which each failure logs a warning for the operator. */
const suspiciousFailures = 20

const noLimit = Number.MAX_SAFE_INTEGER

export type ClaimAttempt = ProviderSubject & { serial: string; address: string }

export type ClaimThrottle = ReturnType<typeof createClaimThrottle>

type Limit = { limiter: RateLimiterPostgres; key: string }

/**
 * Limits how fast somebody can guess the codes of a sticker. Counts the failures of a person, and of a person for one
 * serial number. If one of these counts exceeds its limit, the person must wait 15 minutes; each further time within a
 * day doubles the wait, up to a day.
 *
 * Many failures at one IP address make each person at that address wait up to a minute before an attempt. After this
 * wait, a person without failures can claim: neither a serial number nor an IP address is locked. Specification 13.10
 * and 19.46.
 */
export function createClaimThrottle(pool: Pool, log: Pick<Log, 'warn'>) {
  const limiter = (name: string, attempts: number, duration: number) =>
    createFailureLimiter(pool, { name: `claim-${name}`, attempts, windowS: duration })
  const personAndSerial = limiter('user-serial', failures.personAndSerial, windowS)
  const person = limiter('user', failures.person, windowS)
  const breaches = limiter('breach', noLimit, dayS)
  const atAddress = limiter('address', noLimit, windowS)
  const perSerial = limiter('serial', noLimit, dayS)
  const slowedLimiter = createSlowing(limiter('slowed', noLimit, windowS))

  function limitsOf({ serial, ...subject }: ClaimAttempt): Limit[] {
    const key = personKey(subject)
    return [
      { limiter: personAndSerial, key: toDigestKey(key, serial) },
      { limiter: person, key },
    ]
  }

  /**
   * Returns the wait after an attempt above a limit, in milliseconds. The first attempt above the limit starts the
   * wait: 15 minutes, or twice the previous wait of the last 24 hours, at most a day. Further attempts do not change
   * the wait.
   */
  async function waitAfter({ limiter: limit, key }: Limit, state: RateLimiterRes): Promise<number> {
    const isFirstOverLimit = state.consumedPoints === limit.points + 1
    if (!isFirstOverLimit) return state.msBeforeNext
    const { consumedPoints } = await breaches.penalty(`${limit.keyPrefix}-${key}`)
    const waitS = Math.min(windowS * 2 ** (consumedPoints - 1), dayS)
    await limit.block(key, waitS)
    return waitS * 1000
  }

  /**
   * Throws if the person must still wait. The attempt does not make the wait longer.
   * @throws Refusal `too-many-requests`
   */
  async function refuseWaiting({ limiter: limit, key }: Limit): Promise<void> {
    const state = await limit.get(key)
    if (state && state.consumedPoints > limit.points) throw createTooManyRequestsRefusal(state.msBeforeNext)
  }

  /**
   * Returns the time in seconds that people at an IP address must wait: 0 below the limit, 10 from the limit on, and 10
   * more for each further ten failures.
   */
  async function slownessOf(address: string): Promise<number> {
    const waits = addressGroupsOf(address).map(async ({ name, limits }) => {
      const state = await atAddress.get(toDigestKey(name))
      const tooMany = (state?.consumedPoints ?? 0) - slowFrom * limits
      return tooMany < 0 ? 0 : Math.min(slowestS, 10 * (Math.floor(tooMany / (10 * limits)) + 1))
    })
    return Math.max(...(await Promise.all(waits)))
  }

  return {
    /**
     * Counts an attempt before its codes are checked, so that parallel attempts do not exceed a limit.
     * @throws Refusal `too-many-requests`
     */
    begin: async (attempt: ClaimAttempt): Promise<void> => {
      const waitS = await slownessOf(attempt.address)
      if (waitS > 0) await slowedLimiter.pass(personKey(attempt), waitS)
      const limits = limitsOf(attempt)
      for (const limit of limits) await refuseWaiting(limit)
      for (const limit of limits)
        await countAttemptOrRefuse(
          async () => limit.limiter.consume(limit.key),
          async (state) => waitAfter(limit, state),
        )
    },

    /** Removes an attempt with the right codes from the counts. */
    forgive: async (attempt: ClaimAttempt): Promise<void> => {
      for (const { limiter: limit, key } of limitsOf(attempt)) await limit.reward(key)
    },

    /**
     * Counts a failed attempt for its IP address and for its serial number. Logs a warning if the serial number has
     * many failures.
     */
    countFailure: async ({ serial, address }: ClaimAttempt): Promise<void> => {
      for (const { name } of addressGroupsOf(address)) await atAddress.penalty(toDigestKey(name))
      const { consumedPoints } = await perSerial.penalty(toDigestKey(serial))
      if (consumedPoints >= suspiciousFailures)
        log.warn({ serial, failures: consumedPoints }, 'many failed claims of one gateway')
    },
  }
}

/**
 * Stores which people must wait because of failures at their IP address. After the wait, each person has one attempt,
 * even if other people cause more failures.
 */
function createSlowing(rateLimiterPostgres: RateLimiterPostgres) {
  /**
   * Returns if the person has waited long enough. Otherwise throws, and starts the wait if it has not started.
   * @throws Refusal `too-many-requests`
   */
  async function pass(key: string, waitS: number): Promise<void> {
    const rateLimiterRes = await rateLimiterPostgres.get(key)
    if (!rateLimiterRes) {
      // The entry lasts for the wait and for 15 minutes in which the person can make the attempt.
      await rateLimiterPostgres.set(key, 1, waitS + windowS)
      throw createTooManyRequestsRefusal(waitS * 1000)
    }
    const leftMs = rateLimiterRes.msBeforeNext - windowS * 1000
    if (leftMs > 0) throw createTooManyRequestsRefusal(leftMs)
    await rateLimiterPostgres.delete(key)
  }

  return { pass }
}

function personKey({ issuer, subject }: ProviderSubject): string {
  return toDigestKey(issuer, subject)
}
