import { createSealer } from '#server/identity/session/sealer.ts'
import { deriveKey } from '#server/derive-key.ts'

/** The token of a link, and the address to which the link is sent. */
export type AddressedToken = { address: string; token: string }

/** Encrypts the tokens of links that are in the outbox. Each token is bound to its address. */
export type LinkSealer = {
  seal(link: AddressedToken): string
  /** Decrypts a token. Returns null if the key or the address differs from that of `seal`. */
  open(link: { address: string; sealed: string }): string | null
}

/**
 * Creates a sealer with a key that is derived from `registryKey`. With the sealer, nobody can get a working link from
 * backups or logs of the database.
 */
export function createLinkSealer(registryKey: Buffer): LinkSealer {
  const sealer = createSealer(deriveKey(registryKey, 'links in emails'))
  const cellOf = (address: string) => ({ column: 'outbox.link', row: Buffer.from(address) })
  return {
    seal: ({ address, token }) => sealer.seal(token, cellOf(address)).toString('base64'),
    open: ({ address, sealed }) => sealer.open(Buffer.from(sealed, 'base64'), cellOf(address)),
  }
}
