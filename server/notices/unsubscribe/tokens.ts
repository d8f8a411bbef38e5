import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type MailCategory, mailCategories } from '#contract/notices.ts'

/** The person and the category of an email that can be turned off. */
export type MailSubject = { personId: string; category: MailCategory }

export type UnsubscribeTokens = {
  /** Creates the token for the link of an email, which can only turn off this category for this person. */
  tokenOf(subject: MailSubject): string
  /** Parses a token; null if it was not created here. */
  read(token: string): MailSubject | null
}

/** The length of the HMAC in a token: 128 bits, so that nobody can guess it. */
const digestBytes = 16
const idBytes = 16
/** A longer text is no token. */
const maxTokenLength = 100

/**
 * Creates tokens that need no row, so that the link of an email works as long as the person exists. They are signed
 * with a key derived from `REGISTRY_KEY`, which is never replaced, so that links of old emails stay valid.
 *
 * base64url(HMAC-SHA-256 in 16 bytes, person's id in 16 bytes, name of the category)
 */
export function createUnsubscribeTokens(registryKey: Buffer): UnsubscribeTokens {
  const key = Buffer.from(hkdfSync('sha256', registryKey, '', 'unsubscribe', 32))
  const digestOf = (signed: Buffer) => createHmac('sha256', key).update(signed).digest().subarray(0, digestBytes)

  function tokenOf({ personId, category }: MailSubject): string {
    const signed = Buffer.concat([Buffer.from(personId.replaceAll('-', ''), 'hex'), Buffer.from(category)])
    return Buffer.concat([digestOf(signed), signed]).toString('base64url')
  }

  function read(token: string): MailSubject | null {
    if (token.length > maxTokenLength || !/^[\w-]+$/u.test(token)) return null
    const bytes = Buffer.from(token, 'base64url')
    if (bytes.length <= digestBytes + idBytes) return null
    const signed = bytes.subarray(digestBytes)
    if (!timingSafeEqual(bytes.subarray(0, digestBytes), digestOf(signed))) return null
    const category = categoryNamed(signed.subarray(idBytes).toString())
    const subject = category && { personId: uuidOf(signed.subarray(0, idBytes)), category }
    // Compares with the encoded token, because unused bits of the last base64 character would allow several spellings.
    return subject && tokenOf(subject) === token ? subject : null
  }

  return { tokenOf, read }
}

function categoryNamed(name: string): MailCategory | null {
  return mailCategories.find((each) => each === name) ?? null
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')
}
