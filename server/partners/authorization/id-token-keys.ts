import { randomBytes } from 'node:crypto'
import { type JWK, exportJWK, generateKeyPair } from 'jose'
import { inTransaction } from '#server/database/transaction.ts'
import { createSealer } from '#server/identity/session/sealer.ts'
import { insertFirstEncryptedKey, readSigningKeys } from './store.ts'
import type { Services } from '#server/services.ts'
import { deriveKey } from '#server/derive-key.ts'

/** The algorithm of ID tokens: the default of OpenID Connect Core 1.0, section 3.1.3.7. */
export const idTokenAlgorithm = 'RS256'

const column = 'partner_key.sealed'

/**
 * Loads the keys that sign ID tokens, newest first. If no key is stored, creates one. The database stores the keys
 * encrypted.
 */
export async function loadIdTokenKeys(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  registryKey: Buffer,
): Promise<JWK[]> {
  const sealer = createSealer(deriveKey(registryKey, 'keys of the authorization server'))
  let stored = await readSigningKeys(pool)
  if (stored.length === 0) {
    const jwk = await newSigningKey()
    const sealed = sealer.seal(JSON.stringify(jwk), { column, row: Buffer.from(jwk.kid) })
    const now = new Date(clock.now())
    await inTransaction(pool, async (transaction) =>
      insertFirstEncryptedKey(transaction, { kid: jwk.kid, sealed }, now),
    )
    stored = await readSigningKeys(pool)
  }
  return stored.map(({ kid, sealed }) => {
    const opened = sealer.open(sealed, { column, row: Buffer.from(kid) })
    if (opened === null) throw new Error('REGISTRY_KEY does not open the keys of the authorization server.')
    return JSON.parse(opened) as JWK
  })
}

async function newSigningKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair(idTokenAlgorithm, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: randomBytes(8).toString('hex'), alg: idTokenAlgorithm, use: 'sig' }
}
