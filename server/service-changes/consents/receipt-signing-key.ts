import { createHash } from 'node:crypto'
import { CompactSign } from 'jose'
import { receiptAlgorithm, receiptJwsType } from '#contract/receipts.ts'
import { createEd25519KeyFromSeed, ed25519PublicKeyBytesOf } from '#server/ed25519.ts'
import { deriveKey } from '#server/derive-key.ts'

/** The Ed25519 key pair that signs receipts. The private key is used only inside `sign`. */
export type ReceiptSigningKey = {
  /** The JWK thumbprint of the public key. RFC 7638. */
  kid: string
  /** The public key, 32 bytes. */
  publicKey: Buffer
  /** Signs a payload as a compact JWS. */
  sign(payload: object): Promise<string>
}

/** Creates the signing key from its seed of 32 bytes. RFC 8032. */
export function createReceiptSigningKey(seed: Buffer): ReceiptSigningKey {
  const key = createEd25519KeyFromSeed(seed)
  const publicKey = ed25519PublicKeyBytesOf(key)
  const kid = thumbprintOf(publicKey)
  const header = { alg: receiptAlgorithm, kid, typ: receiptJwsType }
  return {
    kid,
    publicKey,
    sign: async (payload) => new CompactSign(Buffer.from(JSON.stringify(payload))).setProtectedHeader(header).sign(key),
  }
}

/**
 * Derives the seed of the signing key from `registryKey`, which every process has. Used in an installation without a
 * configured seed.
 */
export function deriveReceiptSeed(registryKey: Buffer): Buffer {
  return deriveKey(registryKey, 'signature of receipts')
}

/**
 * Returns the JWK thumbprint of a public key. RFC 7638, section 3, with the members of RFC 8037 in alphabetical
 * order.
 */
function thumbprintOf(publicKey: Buffer): string {
  const members = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: publicKey.toString('base64url') })
  return createHash('sha256').update(members).digest('base64url')
}

/** Converts the public key to a JWK, for programs that verify receipts. RFC 7517, RFC 8037. */
export function toPublicJwk({ kid, publicKey }: Pick<ReceiptSigningKey, 'kid' | 'publicKey'>): object {
  const x = publicKey.toString('base64url')
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: receiptAlgorithm }
}
