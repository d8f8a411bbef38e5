import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type { JWK } from 'jose'
import type { Pool } from 'pg'
import * as store from './store.ts'

export const signingAlgorithm = 'RS256'

/** Returns the stored signing keys, newest first. If no key is stored, creates one. */
export async function loadSigningKeys(pool: Pool): Promise<JWK[]> {
  const privateSigningKeys = await store.readPrivateSigningKeys(pool)
  if (privateSigningKeys.length > 0) return privateSigningKeys
  const key = await newSigningKey()
  await store.insertFirstSigningKey(pool, key.kid, key)
  return store.readPrivateSigningKeys(pool)
}

/**
 * Adds a key, which signs all tokens from now on, and returns its `kid`. `dropOld`: whether to remove the older keys
 * from the published set immediately.
 */
export async function addSigningKey(pool: Pool, { dropOld }: { dropOld: boolean }): Promise<string> {
  const key = await newSigningKey()
  await store.insertSigningKey(pool, key.kid, key)
  if (dropOld) await store.deleteSigningKeysExcept(pool, key.kid)
  return key.kid
}

async function newSigningKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: randomBytes(8).toString('hex'), alg: signingAlgorithm, use: 'sig' }
}
