import * as z from 'zod/mini'

/**
 * The header that identifies a POST request, so that the server answers a repeat without doing it again.
 * Specification 13.11.
 */
export const idempotencyHeader = 'idempotency-key'

/** The allowed values of the header. */
export const idempotencyKey = z.string().check(z.regex(/^[\w-]{1,64}$/))
