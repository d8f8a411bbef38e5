import * as z from 'zod/mini'

/**
 * A string of at most `max` UTF-16 units that a database can store: U+0000 is refused with the code `character`, a
 * longer one with `max-length`.
 */
export function text(max: number) {
  return z.string().check(
    z.maxLength(max, { error: 'max-length' }),
    z.refine((value) => !value.includes('\u0000'), { error: 'character' }),
  )
}

/**
 * Control characters, line separators, marks that change the text direction (U+061C, U+200E, U+200F, U+202A to
 * U+202E, U+2066 to U+2069), and tag characters (U+E0000 to U+E007F), which are invisible and can hide a whole text.
 */
const unsafeCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u

/** Whether a text is one line that displays as it was typed. An unpaired surrogate does not display either. */
export function isPlainLine(value: string): boolean {
  return value.isWellFormed() && !unsafeCharacters.test(value)
}

/** A UUID, converted to lower case, because ids are compared as text. */
export const id = z.uuid({ error: 'pattern' }).check(z.toLowerCase())

/** A comma-joined list in a query, such as `brand=cedar,birch`. Specification 7. */
export const commaSeparated = z.pipe(
  z.string().check(z.maxLength(200), z.regex(/^[a-z0-9-]+(,[a-z0-9-]+)*$/)),
  z.transform((value: string) => [...new Set(value.split(','))]),
)
