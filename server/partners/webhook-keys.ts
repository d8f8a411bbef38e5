import { type KeyObject, hkdfSync } from 'node:crypto'
import { createEd25519KeyFromSeed, ed25519PublicKeyBytesOf } from '#server/ed25519.ts'

/** The Ed25519 key pair of each webhook endpoint, for the signature `v1a`. Standard Webhooks 1.0. */
export type WebhookKeys = {
  privateKeyOf(endpointId: string): KeyObject
  /** Returns the public key as a text: `whpk_` and base64. */
  publicKeyOf(endpointId: string): string
}

/** Creates the keys. They are derived from `registryKey` and not stored. */
export function createWebhookKeys(registryKey: Buffer): WebhookKeys {
  function privateKeyOf(endpointId: string): KeyObject {
    const seed = hkdfSync('sha256', registryKey, '', `signing key of webhook endpoint ${endpointId}`, 32)
    return createEd25519KeyFromSeed(new Uint8Array(seed))
  }

  return {
    privateKeyOf,
    publicKeyOf: (endpointId) => `whpk_${ed25519PublicKeyBytesOf(privateKeyOf(endpointId)).toString('base64')}`,
  }
}
