import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { AddressLimiter } from '#server/http/rate-limit.ts'
import type { AccessTokenVerifier } from '../access-token.ts'
import type { OpenIdProvider } from '../openid-provider.ts'
import type { ProviderClient } from './provider-client.ts'
import type { Sealer } from './sealer.ts'
import type { SignInStartSite } from './request-origin.ts'
import type { Services } from '#server/services.ts'

/** A person's sign-in in a browser. `browserDigest`: the digest of the cookie that identifies the browser. */
export type BrowserSignIn = { personId: string; browserDigest: Buffer; request: FastifyRequest }

export type SessionDependencies = Pick<Services, 'pool' | 'persons' | 'clock' | 'log'> & {
  config: Pick<Config, 'publicUrl' | 'oidc' | 'sessionKey' | 'brand'>
  provider: OpenIdProvider
  verify: AccessTokenVerifier
  /** Counts a sign-in by the network address that starts it. Each origin of sign-ins has a separate limit. */
  limitSignIn: Readonly<Record<SignInStartSite, AddressLimiter>>
  /** Deletes the person's subscriptions. It must be called before the session ends (Specification 4). */
  dropSubscriptions(personId: string): Promise<void>
  /** Called after each sign-in, before the server answers the browser. The function must never reject. */
  onSignedIn(signIn: BrowserSignIn): Promise<void>
  /**
   * Called in the transaction that ends a session. `tokenDigests`: the digests (base64url) of the session's access
   * tokens that may still be valid.
   */
  onSessionEnded(transaction: Transaction, ended: { personId: string; tokenDigests: string[] }): Promise<void>
}

/** `SessionDependencies` with the objects that the session routes create from them. */
export type SessionServices = SessionDependencies & { client: ProviderClient; sealer: Sealer }
