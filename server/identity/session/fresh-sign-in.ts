import type { FastifyRequest } from 'fastify'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { Refusal } from '#server/http/refusals.ts'
import { createSessionDigestReader } from './session-cookies.ts'
import { maxFreshSignInAgeMs } from './sign-in.ts'
import { readSignInTime } from './store.ts'

export type SignInTimeDependencies = {
  database: Pick<Database, 'pool'>
  clock: Clock
  config: Pick<Config, 'publicUrl'>
}

/**
 * Returns the time at which the person signed in at the provider, according to the session in the request's cookie.
 * Returns null if the cookie has no session of this person, or if the provider did not send the time.
 */
export type SignInTimeReader = (personId: string, request: FastifyRequest) => Promise<Date | null>

export function createSignInTimeReader({ database, clock, config }: SignInTimeDependencies): SignInTimeReader {
  const sessionDigestOf = createSessionDigestReader(config)
  return async (personId, request) => {
    const sessionDigest = sessionDigestOf(request)
    return sessionDigest && readSignInTime(database.pool, { personId, sessionDigest, now: new Date(clock.now()) })
  }
}

/**
 * Refuses an irreversible act, unless the person has signed in at the provider within the last `maxFreshSignInAgeMs`.
 * An open session, for example on a borrowed computer, is not enough. `authenticatedAt`: null if the time of the
 * sign-in is not stored. Specification 25.3.
 * @throws Refusal `sign-in-too-old`
 */
export function refuseOldSignIn(authenticatedAt: Date | null, now: number): void {
  if (authenticatedAt === null || authenticatedAt.getTime() <= now - maxFreshSignInAgeMs)
    throw new Refusal('sign-in-too-old')
}
