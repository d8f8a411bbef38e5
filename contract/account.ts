import * as z from 'zod/mini'
import { countries } from './countries.ts'

/**
 * A signed-in person. Fields without a value are absent. `phoneCountryCode` is ISO alpha-2. `unverifiedEmail`: the
 * address to which emails would go if the person confirmed it; absent if no address needs a confirmation. `erasedAt`
 * (RFC 3339): when the account is erased for good; present only if the person has deleted it. Specification 3.
 */
export const user = z.object({
  sub: z.string(),
  email: z.optional(z.string()),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  contactEmail: z.optional(z.string()),
  contactPhone: z.optional(z.string()),
  phoneCountryCode: z.optional(z.string()),
  country: z.optional(z.enum(countries)),
  unverifiedEmail: z.optional(z.string()),
  erasedAt: z.optional(z.string()),
})

export type User = z.infer<typeof user>

/** This value in a field of a user means that the field is empty. Specification 3. */
export const emptyFieldMark = '--'
