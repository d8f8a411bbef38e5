import * as z from 'zod/mini'

/** The maximum length of an email address: RFC 5321, section 4.5.3.1.3, without the angle brackets. */
export const maxEmailLength = 254

/** The length above which a text is refused before any other check. No real address is longer. */
const longestTyped = 1000

/**
 * Whether the local part of an address has at most 64 characters (RFC 5321, section 4.5.3.1.1), and its domain ends
 * with a top-level domain of the public DNS.
 */
function isDeliverable(address: string): boolean {
  const at = address.lastIndexOf('@')
  return at <= 64 && /\.(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/i.test(address.slice(at + 1))
}

/** A required email address of at most 254 characters. Specification 5.6. */
export const emailAddress = z
  .string()
  .check(
    z.maxLength(longestTyped, { error: 'max-length', abort: true }),
    z.trim(),
    z.minLength(1, { error: 'required', abort: true }),
    z.maxLength(maxEmailLength, { error: 'max-length', abort: true }),
    z.regex(z.regexes.html5Email, { error: 'email', abort: true }),
    z.refine(isDeliverable, { error: 'email' }),
  )
