import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { createHash } from 'node:crypto'
import { addressGroup } from '#server/http/address-group.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { Subject } from './store.ts'

const windowS = 15 * 60
const dayS = 24 * 60 * 60

/** Failures allowed in 15 minutes. Decisions 4, "Claiming". */
const failures = { userAndSerial: 5, user: 10, address: 30 } as const

/** So many failures for one serial number in a day are worth a look by an operator. */
const suspiciousFailures = 20

export type ClaimAttempt = Subject & { serial: string; address: string }

type Log = { warn(fields: object, message: string): void }

export type ClaimThrottle = ReturnType<typeof createClaimThrottle>

type Limit = { limiter: RateLimiterPostgres; key: string }

/**
 * Bounds how fast codes can be guessed: for one user and serial, one user, one address; each further breach within a
 * day doubles the wait. A serial number is never locked for others, so that its honest owner gets in. Decisions 4.
 */
export function createClaimThrottle(pool: Pool, log: Log) {
  const limiter = (name: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pg',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: `claim-${name}`,
      points,
      duration,
    })
  const [userAndSerial, user, address] = [
    limiter('user-serial', failures.userAndSerial, windowS),
    limiter('user', failures.user, windowS),
    limiter('address', failures.address, windowS),
  ]
  const breaches = limiter('breach', Number.MAX_SAFE_INTEGER, dayS)
  const perSerial = limiter('serial', Number.MAX_SAFE_INTEGER, dayS)

  function limitsOf(attempt: ClaimAttempt): Limit[] {
    const person = digest(attempt.issuer, attempt.subject)
    return [
      { limiter: userAndSerial, key: digest(person, attempt.serial) },
      { limiter: user, key: person },
      { limiter: address, key: digest(addressGroup(attempt.address)) },
    ]
  }

  async function take({ limiter: limit, key }: Limit): Promise<void> {
    try {
      await limit.consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new Refusal('too-many-requests', { retryAfterS: await waitAfter({ limiter: limit, key }, error) })
    }
  }

  async function waitAfter({ limiter: limit, key }: Limit, state: RateLimiterRes): Promise<number> {
    const isFirstOverLimit = state.consumedPoints === limit.points + 1
    if (!isFirstOverLimit) return Math.ceil(state.msBeforeNext / 1000)
    const { consumedPoints } = await breaches.penalty(`${limit.keyPrefix}-${key}`)
    const waitS = Math.min(windowS * 2 ** (consumedPoints - 1), dayS)
    await limit.block(key, waitS)
    return waitS
  }

  return {
    /** Counts an attempt before it is looked at, so that many at once gain nothing. @throws Refusal `too-many-requests` */
    begin: async (attempt: ClaimAttempt): Promise<void> => {
      for (const limit of limitsOf(attempt)) await take(limit)
    },

    /** An attempt with the right codes does not count. */
    forgive: async (attempt: ClaimAttempt): Promise<void> => {
      for (const { limiter: limit, key } of limitsOf(attempt)) await limit.reward(key)
    },

    /** Notes a failure against its serial number, for operators only. */
    noteFailure: async ({ serial }: ClaimAttempt): Promise<void> => {
      const { consumedPoints } = await perSerial.penalty(digest(serial))
      if (consumedPoints >= suspiciousFailures)
        log.warn({ serial, failures: consumedPoints }, 'many failed claims of one gateway')
    },
  }
}

/** Keys of one length, whatever people typed. */
function digest(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url')
}
