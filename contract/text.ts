import * as z from 'zod/mini'

/**
 * A string of at most `max` UTF-16 units that a database can hold: U+0000 is refused with the code
 * `character`, more than `max` with `max-length`.
 */
export function text(max: number) {
  return z.string().check(
    z.maxLength(max, { error: 'max-length' }),
    z.refine((value) => !value.includes('\u0000'), { error: 'character' }),
  )
}

const strange = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Whether a text is one line that shows as it was typed: no control characters, no half of a surrogate pair. */
export function isPlainLine(value: string): boolean {
  return value.isWellFormed() && !strange.test(value)
}

/** An id as a UUID, in lower case however it was written: what is compared must be the same. */
export const id = z.uuid({ error: 'pattern' }).check(z.toLowerCase())

/** A comma-joined list in a query, as in `brand=cedar,birch`. Specification 7. */
export const commaJoined = z.pipe(
  z.string().check(z.maxLength(200), z.regex(/^[a-z0-9-]+(,[a-z0-9-]+)*$/)),
  z.transform((value: string) => [...new Set(value.split(','))]),
)
