import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { LimitAddress } from '#server/http/rate-limit.ts'
import type { VerifyAccessToken } from '../access-token.ts'
import type { Log } from '#server/log.ts'
import type { Persons } from '../person.ts'
import type { OpenIdProvider } from '../provider.ts'
import type { ProviderClient } from './provider-client.ts'
import type { Sealer } from './sealing.ts'
import type { SignInOrigin } from './request-origin.ts'

/** A sign-in of a person with a browser, which is identified by the digest of a cookie. */
export type BrowserSignIn = { personId: string; browserDigest: Buffer; request: FastifyRequest }

/** The dependencies of the session routes. */
export type SessionDependencies = {
  config: Pick<Config, 'publicUrl' | 'oidc' | 'sessionKey' | 'brand'>
  pool: Pool
  provider: OpenIdProvider
  verify: VerifyAccessToken
  persons: Persons
  clock: Clock
  log: Log
  /** Counts a sign-in that an address starts, in a separate limit for each origin. */
  limitSignIn: Readonly<Record<SignInOrigin, LimitAddress>>
  /** Deletes the person's subscriptions. Specification 4: before the session ends. */
  dropSubscriptions(personId: string): Promise<void>
  /** Called after each sign-in, before the browser gets its answer; it never rejects. */
  onSignedIn(signIn: BrowserSignIn): Promise<void>
  /**
   * Runs in the transaction that ends the session; `tokenDigests` belong to its tokens that may still be valid
   * (base64url).
   */
  onSessionEnded(transaction: Transaction, ended: { personId: string; tokenDigests: string[] }): Promise<void>
}

/** The dependencies with internal objects of the session routes. */
export type SessionServices = SessionDependencies & { client: ProviderClient; sealer: Sealer }
