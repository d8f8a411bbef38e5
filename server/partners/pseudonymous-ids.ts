import { createHmac } from 'node:crypto'
import { deriveKey } from '#server/derive-key.ts'

/**
 * Creates the ids under which one client sees appliances and persons. Two clients cannot find out from these ids
 * whether they have access to the same appliance. Specification 27.5.
 */
export type PseudonymousIds = { idFor(clientId: string, id: string): string }

/** Creates ids from an HMAC, so that they are not stored. They are UUIDs of version 8: RFC 9562, section 5.8. */
export function createPseudonymousIds(registryKey: Buffer): PseudonymousIds {
  const key = deriveKey(registryKey, 'ids within a client')
  return {
    idFor(clientId, id) {
      const bytes = createHmac('sha256', key).update(`${clientId} ${id}`).digest().subarray(0, 16)
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
      const hex = bytes.toString('hex')
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
    },
  }
}
