import { hkdfSync } from 'node:crypto'

/** Derives a key of 32 bytes for one purpose from a secret key of the server (HKDF, RFC 5869). */
export function deriveKey(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32))
}
