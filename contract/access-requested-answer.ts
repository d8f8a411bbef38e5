import * as z from 'zod/mini'

/**
 * The answer to a claim that became a request for access. A person with access must accept the request first.
 * Specification 26.12.
 */
export const accessRequestedAnswer = z.object({ state: z.literal('requested') })

export type AccessRequestedAnswer = z.infer<typeof accessRequestedAnswer>
