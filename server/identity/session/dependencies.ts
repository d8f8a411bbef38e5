import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { LimitAddress } from '#server/http/attempt-limit.ts'
import type { VerifyAccessToken } from '../access-token.ts'
import type { Log } from '#server/log.ts'
import type { Persons } from '../person.ts'
import type { OpenIdProvider } from '../provider.ts'
import type { ProviderClient } from './provider-client.ts'
import type { Sealer } from './sealing.ts'
import type { SignInOrigin } from './request-origin.ts'

/** A person signed in with a browser, which is known by the digest of a cookie. */
export type BrowserSignIn = { personId: string; browserDigest: Buffer; request: FastifyRequest }

/** What the session's routes need. */
export type SessionDependencies = {
  config: Pick<Config, 'publicUrl' | 'oidc' | 'sessionKey' | 'brand'>
  pool: Pool
  provider: OpenIdProvider
  verify: VerifyAccessToken
  persons: Persons
  clock: Clock
  log: Log
  /** Counts a sign-in that begins at an address, by who led there. */
  limitSignIn: Readonly<Record<SignInOrigin, LimitAddress>>
  /** Removes the person's wishes to hear of gateways. Specification 4: before the session ends. */
  dropSubscriptions(personId: string): Promise<void>
  /** Hears of each sign-in, before the browser has its answer. Never rejects. */
  onSignedIn(signIn: BrowserSignIn): Promise<void>
  /** Part of the transaction that ends the session; `tokenDigests` are of its tokens that may still live (base64url). */
  onSessionEnded(transaction: Transaction, ended: { personId: string; tokenDigests: string[] }): Promise<void>
}

/** The same, with what the session makes of it for itself. */
export type SessionContext = SessionDependencies & { client: ProviderClient; sealer: Sealer }
