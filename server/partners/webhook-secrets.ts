import { randomBytes } from 'node:crypto'
import { createSealer } from '#server/identity/session/sealer.ts'
import { deriveKey } from '#server/derive-key.ts'

/**
 * Creates and decrypts the secrets of webhook endpoints. A secret is a text of `whsec_` and base64; the database
 * stores it encrypted. Standard Webhooks 1.0.
 */
export type WebhookSecrets = {
  /** Creates a secret for an endpoint, as text and in its encrypted form. */
  create(endpointId: string): { secret: string; sealed: Buffer }
  /** Decrypts a secret. @throws Error if it was encrypted with another `REGISTRY_KEY` */
  open(endpointId: string, sealed: Buffer): string
}

const column = 'partner_endpoint.secret'
const secretBytes = 32

export function createWebhookSecrets(registryKey: Buffer): WebhookSecrets {
  const sealer = createSealer(deriveKey(registryKey, 'secrets of webhook endpoints'))
  return {
    create(endpointId) {
      const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
      return { secret, sealed: sealer.seal(secret, { column, row: Buffer.from(endpointId) }) }
    },
    open(endpointId, sealed) {
      const secret = sealer.open(sealed, { column, row: Buffer.from(endpointId) })
      if (secret === null) throw new Error('REGISTRY_KEY does not open the secret of a webhook endpoint.')
      return secret
    },
  }
}
