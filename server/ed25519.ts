import { type KeyObject, createPrivateKey, createPublicKey } from 'node:crypto'

/** The beginning of an Ed25519 key in PKCS #8, before its seed. RFC 8410, section 7. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Creates the private key from its 32 secret bytes, the seed of RFC 8032. */
export function createEd25519KeyFromSeed(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
}

/** Returns the 32 bytes of the public key of a private key. */
export function ed25519PublicKeyBytesOf(privateKey: KeyObject): Buffer {
  return Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url')
}
