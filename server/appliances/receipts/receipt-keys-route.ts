import type { FastifyInstance } from 'fastify'
import { receiptKeysPath } from '#contract/receipts.ts'
import type { Queryable } from '#server/database/sql.ts'
import { createCachedValue } from '#server/identity/cached-value.ts'
import { type ReceiptSigningKey, toPublicJwk } from '#server/service-changes/consents/receipt-signing-key.ts'
import { readStoredReceiptKeys } from '#server/service-changes/consents/store.ts'
import type { Services } from '#server/services.ts'

export type ReceiptKeysRouteDependencies = Pick<Services, 'clock' | 'log'> & {
  database: { pool: Queryable }
  key: ReceiptSigningKey
}

/** The time in ms for which a process answers from its cache, so that many requests do not load the database. */
const keysReadMs = 10_000

/**
 * The time in seconds for which browsers and proxies may cache the keys. A page that does not find a key in its cached
 * set loads the set again.
 */
const keysKeptS = 600

/**
 * Serves the public keys of receipts as a JWK set (RFC 7517): all keys that have signed a receipt, and the key that
 * signs the next receipt. Specification 26.11.
 */
export function addReceiptKeysRoute(
  app: FastifyInstance,
  { database: { pool }, clock, log, key }: ReceiptKeysRouteDependencies,
): void {
  const keySet = createCachedValue({
    load: readKeySet,
    clock,
    renewAfterMs: keysReadMs,
    expireAfterMs: keysReadMs,
    onFailure: (error) => log.warn({ err: error }, 'The keys of receipts cannot be read'),
  })

  async function readKeySet(): Promise<string> {
    const storedReceiptKeys = await readStoredReceiptKeys(pool)
    return JSON.stringify({ keys: [key, ...storedReceiptKeys.filter(({ kid }) => kid !== key.kid)].map(toPublicJwk) })
  }

  app.get(receiptKeysPath, async (_request, reply) => {
    const keys = await keySet.get()
    return reply.header('cache-control', `public, max-age=${keysKeptS}`).type('application/jwk-set+json').send(keys)
  })
}
