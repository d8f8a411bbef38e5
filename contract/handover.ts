import * as z from 'zod/mini'
import { emailAddress } from './email-address.ts'

/** The number of days for which a hand-over can be accepted. */
export const handoverValidDays = 14

/**
 * The body of POST …/handover. `shareFaultHistory`: whether the new owner can also read earlier faults. `email`: an
 * address to which the portal also sends the link; the portal deletes the address after it has sent the email.
 */
export const handoverRequestBody = z.strictObject({
  shareFaultHistory: z.optional(z.boolean()),
  email: z.optional(emailAddress),
})

/** A new hand-over. No other answer contains the link, because the portal stores only its digest. */
export const createdHandover = z.object({ url: z.string(), expiresAt: z.string() })

export type CreatedHandover = z.infer<typeof createdHandover>

/** An open hand-over, without its link. Times are RFC 3339. */
export const openHandover = z.object({ startedAt: z.string(), expiresAt: z.string(), shareFaultHistory: z.boolean() })

export type OpenHandover = z.infer<typeof openHandover>
