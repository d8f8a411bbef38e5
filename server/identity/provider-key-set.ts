import { createLocalJWKSet, errors } from 'jose'
import type { FlattenedJWSInput, JSONWebKeySet, JWSHeaderParameters } from 'jose'
import { minuteMs } from '#contract/durations.ts'
import type { Clock } from '#server/clock.ts'
import { createTokenBucket } from './token-bucket.ts'
import { createCachedValue } from './cached-value.ts'

/**
 * The signing keys that the provider published at the last fetch. If a later fetch gets the same keys, the object stays
 * the same, so that callers can compare it by identity.
 */
export type FetchedProviderKeys = ReturnType<typeof createLocalJWKSet>
export type ProviderKey = Awaited<ReturnType<FetchedProviderKeys>>

export type ProviderKeySet = {
  /** Returns the cached keys without waiting; undefined if the cache has expired. */
  current(): FetchedProviderKeys | undefined
  /**
   * Returns the key that a token's header names, and the set that contains the key. An unknown key id causes a fetch
   * of the keys, within a rate limit.
   * @throws JWKSNoMatchingKey, or Refusal `unavailable` if the keys cannot be fetched
   */
  find(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<{ key: ProviderKey; keys: FetchedProviderKeys }>
}

export type ProviderKeySetOptions = {
  jwksUri(): Promise<string>
  clock: Clock
  onFailure(error: unknown): void
}

const renewAfterMs = 5 * minuteMs
const expireAfterMs = 10 * minuteMs
const fetchTimeoutMs = 5_000
// The rate limit for fetches because of unknown key ids. It permits several successive key rotations, but not one fetch
// for each invented key id. Specification 19.8.
const unknownKeyRateLimit = { burst: 4, everyMs: 15_000 }

/**
 * Creates the set of a provider's signing keys. The set fetches the keys from the provider's JWKS and caches them. RFC
 * 7517, Specification 19.8 and 19.9.
 */
export function createProviderKeySet({ jwksUri, clock, onFailure }: ProviderKeySetOptions): ProviderKeySet {
  const reloadLimiter = createTokenBucket({ clock, ...unknownKeyRateLimit })
  const load = createLoader(jwksUri)
  const cachedValue = createCachedValue({ load, clock, renewAfterMs, expireAfterMs, onFailure })

  async function find(
    header: JWSHeaderParameters,
    token: FlattenedJWSInput,
  ): Promise<{ key: ProviderKey; keys: FetchedProviderKeys }> {
    const keys = await cachedValue.get()
    try {
      return { key: await keys(header, token), keys }
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !reloadLimiter.take()) throw error
    }
    const renewedKeys = await cachedValue.reload()
    return { key: await renewedKeys(header, token), keys: renewedKeys }
  }

  return { current: cachedValue.current, find }
}

function createLoader(jwksUri: () => Promise<string>): () => Promise<FetchedProviderKeys> {
  let last: { text: string; keys: FetchedProviderKeys } | undefined
  return async () => {
    const text = await fetchText(await jwksUri())
    if (last?.text !== text) last = { text, keys: createLocalJWKSet(JSON.parse(text) as JSONWebKeySet) }
    return last.keys
  }
}

async function fetchText(url: string): Promise<string> {
  const signal = AbortSignal.timeout(fetchTimeoutMs)
  const headers = { accept: 'application/json, application/jwk-set+json' }
  const response = await fetch(url, { signal, headers, redirect: 'error' })
  if (!response.ok) throw new Error(`The provider's keys: HTTP ${response.status}.`)
  return response.text()
}
