import { allowInsecureRequests, discovery, None } from 'openid-client'
import type { ServerMetadata } from 'openid-client'
import { hourMs } from '#contract/durations.ts'
import type { Config } from '#server/config.ts'
import { providerFailureNameOf } from './provider-failure-name.ts'
import { createProviderKeySet, type ProviderKeySet } from './provider-key-set.ts'
import { createCachedValue } from './cached-value.ts'
import type { Services } from '#server/services.ts'

/** The configured OpenID provider: its metadata and its signing keys. */
export type OpenIdProvider = {
  /**
   * Returns the provider's metadata.
   * @throws Refusal `unavailable` if the provider cannot be reached and nothing is cached
   */
  metadata(): Promise<ServerMetadata>
  keys: ProviderKeySet
}

export type OpenIdProviderDependencies = Pick<Services, 'clock' | 'log'> & {
  oidc: Pick<Config['oidc'], 'issuer' | 'clientId'>
}

const renewAfterMs = hourMs
const timeoutS = 5

/**
 * Creates the client of the provider. The client sends no request before its first use, so that the portal can start
 * while the provider is down. OpenID Connect Discovery 1.0.
 */
export function createOpenIdProvider({ oidc, clock, log }: OpenIdProviderDependencies): OpenIdProvider {
  const cachedValue = createCachedValue({
    load: () => discover(oidc),
    clock,
    renewAfterMs,
    expireAfterMs: Number.POSITIVE_INFINITY,
    onFailure: (error) =>
      log.warn(
        { reason: providerFailureNameOf(error) },
        'the discovery document of the identity provider cannot be read',
      ),
  })
  const keys = createProviderKeySet({
    jwksUri: async () => jwksUriOf(await cachedValue.get()),
    clock,
    onFailure: (error) =>
      log.warn({ reason: providerFailureNameOf(error) }, 'the keys of the identity provider cannot be read'),
  })
  return { metadata: cachedValue.get, keys }
}

async function discover({ issuer, clientId }: OpenIdProviderDependencies['oidc']): Promise<ServerMetadata> {
  const execute = isPlainHttp(issuer) ? [allowInsecureRequests] : []
  const configuration = await discovery(new URL(issuer), clientId, undefined, None(), { timeout: timeoutS, execute })
  return configuration.serverMetadata()
}

function jwksUriOf({ jwks_uri }: ServerMetadata): string {
  if (jwks_uri === undefined) throw new Error('The identity provider names no JWKS.')
  return jwks_uri
}

/** Whether a URL uses http without TLS, like the provider of the demo. */
export function isPlainHttp(url: string): boolean {
  return new URL(url).protocol === 'http:'
}
