import { createHash, randomBytes } from 'node:crypto'
import type { ProviderSubject } from '#server/identity/store.ts'

/**
 * The secret of a link. `token` is a part of the link; the portal finds the link by `digest`, from which nobody can
 * compute the token.
 */
export type LinkToken = { token: string; digest: Buffer }

const tokenBytes = 32

export function createLinkToken(): LinkToken {
  const token = randomBytes(tokenBytes).toString('base64url')
  return { token, digest: digestLinkToken(token) }
}

/** A digest without a key is sufficient, because a token has 256 random bits. */
export function digestLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A link that a person opened, identified by the digest of the link's token, and that person. */
export type LinkCaller = { tokenDigest: Buffer; subject: ProviderSubject }
