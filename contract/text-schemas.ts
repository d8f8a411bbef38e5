import * as z from 'zod/mini'

/**
 * Returns the schema of a text with at most `max` UTF-16 units that PostgreSQL can store. It refuses U+0000 with the
 * code `character`, and a longer text with `max-length`.
 */
export function createTextSchema(max: number) {
  return z.string().check(
    z.maxLength(max, { error: 'max-length' }),
    z.refine((value) => !value.includes('\u0000'), { error: 'character' }),
  )
}

/**
 * Matches control characters, line separators, marks that change the text direction (U+061C, U+200E, U+200F, U+202A to
 * U+202E, U+2066 to U+2069), and tag characters (U+E0000 to U+E007F), which are invisible and can hide a whole text.
 */
const unsafeCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u

/** Whether a text is one line that is displayed exactly as it was typed. A text with an unpaired surrogate is not. */
export function isPlainLine(value: string): boolean {
  return value.isWellFormed() && !unsafeCharacters.test(value)
}

/** A UUID, converted to lower case, because ids are compared as text. */
export const lowerCaseUuid = z.uuid({ error: 'pattern' }).check(z.toLowerCase())

/** A list in a query, joined by commas, such as `brand=cedar,birch`. Specification 7. */
export const commaSeparatedList = z.pipe(
  z.string().check(z.maxLength(200), z.regex(/^[a-z0-9-]+(,[a-z0-9-]+)*$/)),
  z.transform((value: string) => [...new Set(value.split(','))]),
)
