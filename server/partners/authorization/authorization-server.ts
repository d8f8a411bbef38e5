import { createHash, timingSafeEqual } from 'node:crypto'
import { type Client, Provider } from 'oidc-provider'
import type { FastifyBaseLogger } from 'fastify'
import type { RefusalCounter } from '../partner-refusal-counter.ts'
import { createReplayDetector } from '../replay-detection.ts'
import { createArtifactAdapter } from './artifact-adapter.ts'
import { type AuthorizationPages, createAuthorizationConfiguration } from './authorization-configuration.ts'
import { loadIdTokenKeys } from './id-token-keys.ts'
import { partnerApiAudienceOf } from './paths-and-cookies.ts'
import type { Services } from '#server/services.ts'

export type AuthorizationServerDependencies = Pick<Services, 'pool' | 'clock'> & {
  log: FastifyBaseLogger
  /** The public origin of the portal, without a trailing slash. */
  publicUrl: string
  registryKey: Buffer
  pages: AuthorizationPages
  countRefusal: RefusalCounter
  /** Ends the grants of an authorization, after its client revoked a token. */
  endAuthorization(authorizationId: string): Promise<void>
}

/** Creates the portal's authorization server for third parties. Its state is in PostgreSQL. Specification 27.2. */
export async function createAuthorizationServer(dependencies: AuthorizationServerDependencies): Promise<Provider> {
  const { pool, clock, log, publicUrl, registryKey, pages, countRefusal } = dependencies
  const provider = new Provider(
    `${publicUrl}/oauth`,
    createAuthorizationConfiguration({
      audience: partnerApiAudienceOf(publicUrl),
      isSecure: publicUrl.startsWith('https:'),
      keys: await loadIdTokenKeys({ pool, clock }, registryKey),
      registryKey,
      adapter: createArtifactAdapter({ pool, clock }),
      pages,
    }),
  )
  // Makes the library trust the X-Forwarded headers. This is safe, because routes.ts replaces the client's headers of
  // this name.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = compareDigest
  provider.ReplayDetection.unique = createReplayDetector({ pool, clock })
  provider.on('server_error', (_context, error) => {
    log.error({ err: error }, 'the authorization server failed')
    countRefusal('authorization', 'server_error')
  })
  for (const event of refusalEvents) provider.on(event, (_context, { error }) => countRefusal('authorization', error))
  provider.on('grant.revoked', (_context, authorizationId) => {
    dependencies
      .endAuthorization(authorizationId)
      .catch((error: unknown) => log.error({ err: error }, 'a revoked authorization could not be ended'))
  })
  return provider
}

/** The events by which the library reports a refused request of a program. Each of them is counted. */
const refusalEvents = [
  'authorization.error',
  'device_authorization.error',
  'grant.error',
  'introspection.error',
  'pushed_authorization_request.error',
  'revocation.error',
] as const

/** Compares a client secret with the digest that is stored for the client, in constant time. */
function compareDigest(this: Client, actual: string): boolean {
  const digest = createHash('sha256').update(actual).digest()
  const stored = Buffer.from(this.clientSecret ?? '', 'base64url')
  return stored.length === digest.length && timingSafeEqual(stored, digest)
}
