import type { FastifyRequest } from 'fastify'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { Refusal } from '#server/http/refusals.ts'
import { createCookies } from './cookies.ts'
import { digestOf } from './sealing.ts'
import { freshMs } from './sign-in.ts'
import { readAuthentication } from './store.ts'

export type AuthenticationDependencies = {
  database: Pick<Database, 'pool'>
  clock: Clock
  config: Pick<Config, 'publicUrl'>
}

/**
 * When the person signed in at the provider, by the session of the request's cookie; null if the request has no session
 * of this person, or the time is unknown.
 */
export type AuthenticationOf = (personId: string, request: FastifyRequest) => Promise<Date | null>

export function createAuthenticationOf({ database, clock, config }: AuthenticationDependencies): AuthenticationOf {
  const { session } = createCookies({ secure: new URL(config.publicUrl).protocol === 'https:' })
  return async (personId, request) => {
    const secret = session.read(request)
    if (secret === null) return null
    const wanted = { personId, sessionDigest: digestOf(secret), now: new Date(clock.now()) }
    return readAuthentication(database.pool, wanted)
  }
}

/**
 * Refuses acts that cannot be taken back unless the person has just signed in at the provider: an open session on a
 * borrowed computer is not enough. `authenticatedAt` is null if it is unknown. Specification 25.3. @throws Refusal
 * `sign-in-too-old`
 */
export function refuseOldSignIn(authenticatedAt: Date | null, now: number): void {
  if (authenticatedAt === null || authenticatedAt.getTime() <= now - freshMs) throw new Refusal('sign-in-too-old')
}
