import * as z from 'zod/mini'

/** The number of days after the deletion of an account in which the person can restore it. */
export const accountRestoreDays = 7

/** The answer to the deletion of an account. `erasedAt` (RFC 3339): when the account is erased for good. */
export const accountDeletionAnswer = z.object({ erasedAt: z.string() })

export type AccountDeletionAnswer = z.infer<typeof accountDeletionAnswer>
