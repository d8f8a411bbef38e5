import { createHmac, hkdfSync } from 'node:crypto'

export type PersonRefs = {
  /**
   * Creates references to a person within one appliance. The references of a person in two appliances cannot be linked.
   */
  refOf(gatewayId: string, personId: string): string
}

const refBytes = 16

/** Computes references, which are not stored: HMAC-SHA-256 in 16 bytes, base64url. Specification 26.1. */
export function createPersonRefs(registryKey: Buffer): PersonRefs {
  const key = Buffer.from(hkdfSync('sha256', registryKey, '', 'person within an appliance', 32))
  return {
    refOf: (gatewayId, personId) =>
      createHmac('sha256', key).update(`${gatewayId} ${personId}`).digest().subarray(0, refBytes).toString('base64url'),
  }
}
