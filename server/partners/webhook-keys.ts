import type { KeyObject } from 'node:crypto'
import { createEd25519KeyFromSeed, ed25519PublicKeyBytesOf } from '#server/ed25519.ts'
import { deriveKey } from '#server/derive-key.ts'

/** The Ed25519 key pair of each webhook endpoint, for the signature `v1a`. Standard Webhooks 1.0. */
export type WebhookKeys = {
  privateKeyOf(endpointId: string): KeyObject
  /** Returns the public key as a text: `whpk_` and base64. */
  publicKeyOf(endpointId: string): string
}

/** Creates the keys. They are derived from `registryKey` and not stored. */
export function createWebhookKeys(registryKey: Buffer): WebhookKeys {
  function privateKeyOf(endpointId: string): KeyObject {
    return createEd25519KeyFromSeed(deriveKey(registryKey, `signing key of webhook endpoint ${endpointId}`))
  }

  return {
    privateKeyOf,
    publicKeyOf: (endpointId) => `whpk_${ed25519PublicKeyBytesOf(privateKeyOf(endpointId)).toString('base64')}`,
  }
}
