import { createHash, randomBytes } from 'node:crypto'
import type { PersonKey } from '#server/identity/store.ts'

/** A secret link: `token` is only in the answer, the portal stores `digest`. */
export type LinkToken = { token: string; digest: Buffer }

const tokenBytes = 32

export function createLinkToken(): LinkToken {
  const token = randomBytes(tokenBytes).toString('base64url')
  return { token, digest: digestOfLink(token) }
}

/** A token has 256 random bits, so its digest needs no key. */
export function digestOfLink(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The link that a person opened, by the digest of its token. */
export type OpenedLink = { tokenDigest: Buffer; subject: PersonKey }
