import { createHmac, hkdfSync } from 'node:crypto'

export type PersonRefs = {
  /**
   * Returns the reference to a person within one appliance, always the same. References in two appliances do not show
   * whether they belong to the same person.
   */
  refOf(gatewayId: string, personId: string): string
}

const refBytes = 16

/**
 * Creates `PersonRefs`. A reference is not stored, but computed: the first 16 bytes of an HMAC-SHA-256, in base64url.
 * Specification 26.1.
 */
export function createPersonRefs(registryKey: Buffer): PersonRefs {
  const key = Buffer.from(hkdfSync('sha256', registryKey, '', 'person within an appliance', 32))
  return {
    refOf: (gatewayId, personId) =>
      createHmac('sha256', key).update(`${gatewayId} ${personId}`).digest().subarray(0, refBytes).toString('base64url'),
  }
}
