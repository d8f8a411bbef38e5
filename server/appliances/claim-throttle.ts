import type { Log } from '#server/log.ts'
import type { Pool } from 'pg'
import type { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { createHash } from 'node:crypto'
import { addressGroups } from '#server/http/address-groups.ts'
import { consume, sharedLimiter } from '#server/http/attempt-limit.ts'
import { tooManyRequests } from '#server/http/refusals.ts'
import type { PersonKey } from '#server/identity/store.ts'

const windowS = 15 * 60
const dayS = 24 * 60 * 60

/** Failures allowed in 15 minutes. Specification 13.10. */
const failures = { personAndSerial: 5, person: 10 } as const

/** From so many failures of one address in 15 minutes on, each person there waits before an attempt, at most a minute. */
const slowFrom = 30
const slowestS = 60

/** So many failures for one serial number in a day are worth a look by an operator. */
const suspiciousFailures = 20

const unlimited = Number.MAX_SAFE_INTEGER

export type ClaimAttempt = PersonKey & { serial: string; address: string }

export type ClaimThrottle = ReturnType<typeof createClaimThrottle>

type Limit = { limiter: RateLimiterPostgres; key: string }

/**
 * Bounds how fast codes can be guessed. Failures are counted for one person and serial number, and for one person; each
 * further breach within a day doubles that person's wait. Many failures at one address only make each person there wait
 * up to a minute before an attempt: whoever has not failed gets in. Neither a serial number nor an address is ever
 * locked. Specification 13.10 and 19.46.
 */
export function createClaimThrottle(pool: Pool, log: Pick<Log, 'warn'>) {
  const limiter = (name: string, attempts: number, duration: number) =>
    sharedLimiter(pool, { name: `claim-${name}`, attempts, windowS: duration })
  const personAndSerial = limiter('user-serial', failures.personAndSerial, windowS)
  const person = limiter('user', failures.person, windowS)
  const breaches = limiter('breach', unlimited, dayS)
  const atAddress = limiter('address', unlimited, windowS)
  const perSerial = limiter('serial', unlimited, dayS)
  const slowed = createSlowing(limiter('slowed', unlimited, windowS))

  function limitsOf({ serial, ...subject }: ClaimAttempt): Limit[] {
    const key = personKey(subject)
    return [
      { limiter: personAndSerial, key: digest(key, serial) },
      { limiter: person, key },
    ]
  }

  /** Milliseconds to wait for who is over a limit: the first time that it is reached, twice as long as the time before. */
  async function waitAfter({ limiter: limit, key }: Limit, state: RateLimiterRes): Promise<number> {
    const isFirstOverLimit = state.consumedPoints === limit.points + 1
    if (!isFirstOverLimit) return state.msBeforeNext
    const { consumedPoints } = await breaches.penalty(`${limit.keyPrefix}-${key}`)
    const waitS = Math.min(windowS * 2 ** (consumedPoints - 1), dayS)
    await limit.block(key, waitS)
    return waitS * 1000
  }

  /** Whoever waits already goes on waiting, and no longer. @throws Refusal `too-many-requests` */
  async function refuseWaiting({ limiter: limit, key }: Limit): Promise<void> {
    const state = await limit.get(key)
    if (state && state.consumedPoints > limit.points) throw tooManyRequests(state.msBeforeNext)
  }

  /** How long people at an address wait: longer with each further ten failures there. */
  async function slownessOf(address: string): Promise<number> {
    const waits = addressGroups(address).map(async ({ name, limits }) => {
      const state = await atAddress.get(digest(name))
      const tooMany = (state?.consumedPoints ?? 0) - slowFrom * limits
      return tooMany < 0 ? 0 : Math.min(slowestS, 10 * (Math.floor(tooMany / (10 * limits)) + 1))
    })
    return Math.max(...(await Promise.all(waits)))
  }

  return {
    /** Counts an attempt before it is looked at, so that many at once gain nothing. @throws Refusal `too-many-requests` */
    begin: async (attempt: ClaimAttempt): Promise<void> => {
      const waitS = await slownessOf(attempt.address)
      if (waitS > 0) await slowed.pass(personKey(attempt), waitS)
      const limits = limitsOf(attempt)
      for (const limit of limits) await refuseWaiting(limit)
      for (const limit of limits) await consume(limit.limiter, limit.key, async (state) => waitAfter(limit, state))
    },

    /** An attempt with the right codes does not count. */
    forgive: async (attempt: ClaimAttempt): Promise<void> => {
      for (const { limiter: limit, key } of limitsOf(attempt)) await limit.reward(key)
    },

    /** Notes a failure at its address; and against its serial number, for operators only. */
    noteFailure: async ({ serial, address }: ClaimAttempt): Promise<void> => {
      for (const { name } of addressGroups(address)) await atAddress.penalty(digest(name))
      const { consumedPoints } = await perSerial.penalty(digest(serial))
      if (consumedPoints >= suspiciousFailures)
        log.warn({ serial, failures: consumedPoints }, 'many failed claims of one gateway')
    },
  }
}

/** Remembers who was asked to wait, so that who comes back after it gets one attempt, however many others there are. */
function createSlowing(asked: RateLimiterPostgres) {
  /** @throws Refusal `too-many-requests` before the wait is over */
  async function pass(key: string, waitS: number): Promise<void> {
    const waiting = await asked.get(key)
    if (!waiting) {
      // The wait, and then a window to come back in.
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
  return digest(issuer, subject)
}

/** Keys of one length, whatever people typed. */
function digest(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url')
}
