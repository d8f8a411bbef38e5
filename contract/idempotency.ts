import * as z from 'zod/mini'

/**
 * The header with the key of a POST request. If a client repeats a request with the same key within 24 hours, the
 * server returns the first answer and does not do the work again. Endpoints whose answer is secret ignore the header.
 * Specification 13.11.
 */
export const idempotencyHeader = 'idempotency-key'

/** The allowed values of the Idempotency-Key header. */
export const idempotencyKey = z.string().check(z.regex(/^[\w-]{1,64}$/))
