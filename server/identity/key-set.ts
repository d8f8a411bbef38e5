import { createLocalJWKSet, errors } from 'jose'
import type { FlattenedJWSInput, JSONWebKeySet, JWSHeaderParameters } from 'jose'
import type { Clock } from '#server/clock.ts'
import { createBudget } from './budget.ts'
import { cacheValue } from './cached-value.ts'

/** The provider's keys as they were at one fetch; the same object as long as the provider publishes the same keys. */
export type Keys = ReturnType<typeof createLocalJWKSet>
export type Key = Awaited<ReturnType<Keys>>

export type KeySet = {
  /** What is at hand, without waiting; undefined when it is too old to go by. */
  current(): Keys | undefined
  /**
   * The key that a token names, and the set it stands in. An unknown name causes a fetch, within a budget.
   * @throws JWKSNoMatchingKey, or Refusal `unavailable` when the keys can't be had
   */
  find(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<{ key: Key; keys: Keys }>
}

export type OpenKeySet = {
  jwksUri(): Promise<string>
  clock: Clock
  onFailure(error: unknown): void
}

const renewAfterMs = 5 * 60_000
const expireAfterMs = 10 * 60_000
const fetchWithinMs = 5_000
// Enough for rotations that follow each other, too little for a flood of made-up key names. Specification 19.8.
const unknownKeyBudget = { burst: 4, everyMs: 15_000 }

/** The signing keys of a provider, fetched from its JWKS. RFC 7517, Specification 19.8 and 19.9. */
export function openKeySet({ jwksUri, clock, onFailure }: OpenKeySet): KeySet {
  const budget = createBudget({ clock, ...unknownKeyBudget })
  const load = createLoader(jwksUri)
  const remembered = cacheValue({ load, clock, renewAfterMs, expireAfterMs, onFailure })

  async function find(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<{ key: Key; keys: Keys }> {
    const keys = await remembered.get()
    try {
      return { key: await keys(header, token), keys }
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !budget.take()) throw error
    }
    const renewed = await remembered.reload()
    return { key: await renewed(header, token), keys: renewed }
  }

  return { current: remembered.current, find }
}

function createLoader(jwksUri: () => Promise<string>): () => Promise<Keys> {
  let last: { text: string; keys: Keys } | undefined
  return async () => {
    const text = await fetchText(await jwksUri())
    if (last?.text !== text) last = { text, keys: createLocalJWKSet(JSON.parse(text) as JSONWebKeySet) }
    return last.keys
  }
}

async function fetchText(url: string): Promise<string> {
  const signal = AbortSignal.timeout(fetchWithinMs)
  const headers = { accept: 'application/json, application/jwk-set+json' }
  const response = await fetch(url, { signal, headers, redirect: 'error' })
  if (!response.ok) throw new Error(`The provider's keys: HTTP ${response.status}.`)
  return response.text()
}
