import { hkdfSync } from 'node:crypto'
import { createSealer } from '#server/identity/session/sealing.ts'

/** The token of a link, with the address to which the link is sent. */
export type AddressedToken = { address: string; token: string }

/** Encrypts the tokens of links that wait in the outbox, each for its address. */
export type LinkSealer = {
  seal(link: AddressedToken): string
  /** Decrypts a token; null if the key or the address is not the one of `seal`. */
  open(link: { address: string; sealed: string }): string | null
}

/** Creates a sealer whose key comes from `registryKey`, so that backups and logs of the database have no link that works. */
export function createLinkSealer(registryKey: Buffer): LinkSealer {
  const sealer = createSealer(Buffer.from(hkdfSync('sha256', registryKey, '', 'links in emails', 32)))
  const cellOf = (address: string) => ({ column: 'outbox.link', row: Buffer.from(address) })
  return {
    seal: ({ address, token }) => sealer.seal(token, cellOf(address)).toString('base64'),
    open: ({ address, sealed }) => sealer.open(Buffer.from(sealed, 'base64'), cellOf(address)),
  }
}
