import * as z from 'zod/mini'
import { countries } from './countries.ts'

/**
 * Terms of service in one language. Specification 13.4. `effectiveDate` is `YYYY-MM-DD`, `locale` such as `de-AT`,
 * `text` is Markdown.
 */
export const terms = z.object({
  version: z.string(),
  effectiveDate: z.string(),
  locale: z.string(),
  text: z.string(),
})

export type Terms = z.infer<typeof terms>

/**
 * Whether a person has accepted the terms. `accepted`: the person has accepted any version. `hasUpdate`: there is a
 * newer version than the accepted one. Specification 3.
 */
export const termsStatus = z.object({ accepted: z.boolean(), hasUpdate: z.boolean() })

export type TermsStatus = z.infer<typeof termsStatus>

export const maxTermsVersionLength = 32

/**
 * The body of PUT /api/2/tos/status: the version that the person read, and the country if the person has not chosen one
 * before. Specification 13.4.
 */
export const termsAcceptance = z.strictObject({
  accepted: z.literal(true),
  version: z
    .string()
    .check(z.minLength(1, { error: 'required' }), z.maxLength(maxTermsVersionLength, { error: 'max-length' })),
  country: z.optional(z.enum(countries)),
})

/** The query with a language and an optional country: `de`, `de-AT`, `de_AT`. */
export const localeQuery = z.strictObject({
  locale: z.string().check(z.regex(/^[A-Za-z]{2}([-_][A-Za-z]{2})?$/)),
})
