import * as z from 'zod/mini'

/**
 * The header with the key of a POST request. If a request with the same key is repeated, the server returns the first
 * answer and does not do the work again. Specification 13.11.
 */
export const idempotencyHeader = 'idempotency-key'

/** The allowed values of the header. */
export const idempotencyKey = z.string().check(z.regex(/^[\w-]{1,64}$/))
