import { createHmac } from 'node:crypto'
import { deriveKey } from '#server/derive-key.ts'

export type PersonRefEncoder = {
  /**
   * Returns the reference to a person within one appliance. The reference differs between appliances, so that nobody
   * can recognise the same person in two appliances.
   */
  refOf(gatewayId: string, personId: string): string
}

const refBytes = 16

/**
 * Creates the encoder of references to people. A reference is not stored: it is the first 16 bytes of an
 * HMAC-SHA-256, in base64url. Specification 26.1.
 */
export function createPersonRefEncoder(registryKey: Buffer): PersonRefEncoder {
  const key = deriveKey(registryKey, 'person within an appliance')
  return {
    refOf: (gatewayId, personId) =>
      createHmac('sha256', key).update(`${gatewayId} ${personId}`).digest().subarray(0, refBytes).toString('base64url'),
  }
}
