import { type KeyObject, createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto'

/** The key pairs of webhook endpoints (Ed25519), with which the signature `v1a` is made. Standard Webhooks 1.0. */
export type WebhookKeys = {
  privateKeyOf(endpointId: string): KeyObject
  /** `whpk_` and base64. */
  publicKeyOf(endpointId: string): string
}

/** RFC 8410, section 7: what comes before the 32 bytes of a private key. */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derives the keys, so that none is stored. */
export function createWebhookKeys(registryKey: Buffer): WebhookKeys {
  function privateKeyOf(endpointId: string): KeyObject {
    const seed = hkdfSync('sha256', registryKey, '', `signing key of webhook endpoint ${endpointId}`, 32)
    const key = Buffer.concat([privateKeyPrefix, Buffer.from(seed)])
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  }

  return {
    privateKeyOf,
    publicKeyOf(endpointId) {
      const { x = '' } = createPublicKey(privateKeyOf(endpointId)).export({ format: 'jwk' })
      return `whpk_${Buffer.from(x, 'base64url').toString('base64')}`
    },
  }
}
