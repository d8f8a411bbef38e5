import * as z from 'zod/mini'

/** The header by which a caller names a POST request, so that a repeat of it is answered and not done again. Specification 13.11. */
export const idempotencyHeader = 'idempotency-key'

/** What the header may hold. */
export const idempotencyKey = z.string().check(z.regex(/^[\w-]{1,64}$/))
