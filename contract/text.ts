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

/** An id as a UUID, in lower case however it was written: what is compared must be the same. */
export const id = z.uuid({ error: 'pattern' }).check(z.toLowerCase())

/** A comma-joined list in a query, as in `brand=cedar,birch`. Specification 7. */
export const commaJoined = z.pipe(
  z.string().check(z.maxLength(200), z.regex(/^[a-z0-9-]+(,[a-z0-9-]+)*$/)),
  z.transform((value: string) => [...new Set(value.split(','))]),
)
