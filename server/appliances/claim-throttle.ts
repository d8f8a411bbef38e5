import type { Log } from '#server/log.ts'
import type { Pool } from 'pg'
import type { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { addressGroups } from '#server/http/address-groups.ts'
import { consume, keyDigest, createSharedCounter } from '#server/http/rate-limit.ts'
import { tooManyRequests } from '#server/http/refusals.ts'
import type { PersonKey } from '#server/identity/store.ts'

const windowS = 15 * 60
const dayS = 24 * 60 * 60

/**
 * The failed attempts that are allowed in 15 minutes: by a person for one serial number, and by a person for all serial
 * numbers. Specification 13.10.
 */
const failures = { personAndSerial: 5, person: 10 } as const

/**
 * After `slowFrom` failures at one IP address in 15 minutes, each person at that address must wait before an attempt,
 * at most `slowestS` seconds. Larger IPv6 networks have a higher limit.
 */
const slowFrom = 30
const slowestS = 60

/** From this many failures for one serial number in a day on, each one writes a warning for the operator to the log. */
const suspiciousFailures = 20

const unlimited = Number.MAX_SAFE_INTEGER

export type ClaimAttempt = PersonKey & { serial: string; address: string }

export type ClaimThrottle = ReturnType<typeof createClaimThrottle>

type Limit = { limiter: RateLimiterPostgres; key: string }

/**
 * Limits how fast codes can be guessed. Failures are counted for a person and serial number, and for a person. Above a
 * limit the person waits for 15 minutes; each further breach within a day doubles the wait. Many failures at one IP
 * address only make each person there wait up to a minute before an attempt, so that a person without failures can
 * always claim. Neither a serial number nor an IP address is ever locked. Specification 13.10 and 19.46.
 */
export function createClaimThrottle(pool: Pool, log: Pick<Log, 'warn'>) {
  const limiter = (name: string, attempts: number, duration: number) =>
    createSharedCounter(pool, { name: `claim-${name}`, attempts, windowS: duration })
  const personAndSerial = limiter('user-serial', failures.personAndSerial, windowS)
  const person = limiter('user', failures.person, windowS)
  const breaches = limiter('breach', unlimited, dayS)
  const atAddress = limiter('address', unlimited, windowS)
  const perSerial = limiter('serial', unlimited, dayS)
  const slowed = createSlowing(limiter('slowed', unlimited, windowS))

  function limitsOf({ serial, ...subject }: ClaimAttempt): Limit[] {
    const key = personKey(subject)
    return [
      { limiter: personAndSerial, key: keyDigest(key, serial) },
      { limiter: person, key },
    ]
  }

  /**
   * Returns the wait after a limit was exceeded, in milliseconds. The first attempt above the limit sets it: 15
   * minutes, or twice the previous wait of the last 24 hours, at most a day. Further attempts do not change it.
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
   * Refuses a person whose wait is not over. The attempt does not make the wait longer.
   * @throws Refusal `too-many-requests`
   */
  async function refuseWaiting({ limiter: limit, key }: Limit): Promise<void> {
    const state = await limit.get(key)
    if (state && state.consumedPoints > limit.points) throw tooManyRequests(state.msBeforeNext)
  }

  /** The wait for people at an IP address in seconds: 0 below the limit, then 10 more for each further ten failures. */
  async function slownessOf(address: string): Promise<number> {
    const waits = addressGroups(address).map(async ({ name, limits }) => {
      const state = await atAddress.get(keyDigest(name))
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
      if (waitS > 0) await slowed.pass(personKey(attempt), waitS)
      const limits = limitsOf(attempt)
      for (const limit of limits) await refuseWaiting(limit)
      for (const limit of limits)
        await consume(
          async () => limit.limiter.consume(limit.key),
          async (state) => waitAfter(limit, state),
        )
    },

    /** Reverses the count of an attempt whose codes were right. */
    forgive: async (attempt: ClaimAttempt): Promise<void> => {
      for (const { limiter: limit, key } of limitsOf(attempt)) await limit.reward(key)
    },

    /**
     * Counts a failed attempt for its IP address and for its serial number. Logs many failures for one serial number.
     */
    countFailure: async ({ serial, address }: ClaimAttempt): Promise<void> => {
      for (const { name } of addressGroups(address)) await atAddress.penalty(keyDigest(name))
      const { consumedPoints } = await perSerial.penalty(keyDigest(serial))
      if (consumedPoints >= suspiciousFailures)
        log.warn({ serial, failures: consumedPoints }, 'many failed claims of one gateway')
    },
  }
}

/**
 * Stores which people must wait. Each of them gets one attempt after the wait, regardless of failures of others at the
 * same IP address.
 */
function createSlowing(asked: RateLimiterPostgres) {
  /**
   * Lets the attempt pass if the person has waited. Otherwise their wait begins or continues.
   * @throws Refusal `too-many-requests`
   */
  async function pass(key: string, waitS: number): Promise<void> {
    const waiting = await asked.get(key)
    if (!waiting) {
      // The entry lasts for the wait and for 15 minutes in which the person can make the attempt.
      await asked.set(key, 1, waitS + windowS)
      throw tooManyRequests(waitS * 1000)
    }
    const leftMs = waiting.msBeforeNext - windowS * 1000
    if (leftMs > 0) throw tooManyRequests(leftMs)
    await asked.delete(key)
  }

  return { pass }
}

function personKey({ issuer, subject }: PersonKey): string {
  return keyDigest(issuer, subject)
}
