import { createHmac, timingSafeEqual } from 'node:crypto'
import { type UnsubscribableCategory, unsubscribableCategories } from '#contract/notices.ts'
import { deriveKey } from '#server/derive-key.ts'

/** The person and the category of emails that a link turns off. */
export type UnsubscribeTarget = { personId: string; category: UnsubscribableCategory }

export type UnsubscribeTokens = {
  /** Creates the token for the link in an email. The token can only turn off this category for this person. */
  tokenOf(subject: UnsubscribeTarget): string
  /** Returns the person and category of a token; null if the portal has not signed the token. */
  read(token: string): UnsubscribeTarget | null
}

/** The length in bytes of the HMAC in a token. With 128 bits, nobody can guess a token. */
const digestBytes = 16
const idBytes = 16
/** The maximum length of a token. A longer text cannot be a valid token. */
const maxTokenLength = 100

/**
 * Creates signed tokens, for which the database needs no row. So the link in an email works as long as the person
 * exists. The key is derived from `REGISTRY_KEY`, which is never replaced, so that links in old emails stay valid.
 *
 * base64url(HMAC-SHA-256 in 16 bytes, person's id in 16 bytes, name of the category)
 */
export function createUnsubscribeTokens(registryKey: Buffer): UnsubscribeTokens {
  const key = deriveKey(registryKey, 'unsubscribe')
  const digestOf = (signedBytes: Buffer) =>
    createHmac('sha256', key).update(signedBytes).digest().subarray(0, digestBytes)

  function tokenOf({ personId, category }: UnsubscribeTarget): string {
    const signedBytes = Buffer.concat([Buffer.from(personId.replaceAll('-', ''), 'hex'), Buffer.from(category)])
    return Buffer.concat([digestOf(signedBytes), signedBytes]).toString('base64url')
  }

  function read(token: string): UnsubscribeTarget | null {
    if (token.length > maxTokenLength || !/^[\w-]+$/u.test(token)) return null
    const bytes = Buffer.from(token, 'base64url')
    if (bytes.length <= digestBytes + idBytes) return null
    const signedBytes = bytes.subarray(digestBytes)
    if (!timingSafeEqual(bytes.subarray(0, digestBytes), digestOf(signedBytes))) return null
    const category = categoryNamed(signedBytes.subarray(idBytes).toString())
    const subject = category && { personId: uuidOf(signedBytes.subarray(0, idBytes)), category }
    // Compares the whole token, because the last base64 character has unused bits: several spellings would decode to
    // the same bytes.
    return subject && tokenOf(subject) === token ? subject : null
  }

  return { tokenOf, read }
}

function categoryNamed(name: string): UnsubscribableCategory | null {
  return unsubscribableCategories.find((each) => each === name) ?? null
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')
}
