import type { FastifyInstance } from 'fastify'
import { receiptKeysPath } from '#contract/receipts.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { type SigningKey, toPublicJwk } from '#server/service-changes/consents/signing-key.ts'
import { readReceiptKeySet } from '#server/service-changes/consents/store.ts'

export type KeyRouteDependencies = { database: Database; clock: Clock; key: SigningKey }

/** How long a process answers with the keys that it has read, so that nobody can load the database by asking. */
const keysReadMs = 10_000

/** How long others may store the keys. A page that misses one reads them again. */
const keysKeptS = 600

/**
 * The public keys of receipts as a JWK set (RFC 7517): all that have signed one, and the one that would sign the next.
 * Specification 26.11.
 */
export function addReceiptKeys(app: FastifyInstance, { database: { pool }, clock, key }: KeyRouteDependencies): void {
  let read: { at: number; keys: Promise<object[]> } | null = null

  async function allKeys(): Promise<object[]> {
    const stored = await readReceiptKeySet(pool)
    return [key, ...stored.filter(({ kid }) => kid !== key.kid)].map(toPublicJwk)
  }

  app.get(receiptKeysPath, async (_request, reply) => {
    const now = clock.now()
    if (read === null || now - read.at >= keysReadMs) read = { at: now, keys: allKeys() }
    const { keys } = read
    try {
      const set = JSON.stringify({ keys: await keys })
      void reply.header('cache-control', `public, max-age=${keysKeptS}`).type('application/jwk-set+json')
      return await reply.send(set)
    } catch (error) {
      read = null
      throw error
    }
  })
}
