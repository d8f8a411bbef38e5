import * as z from 'zod/mini'
import { companySearchLimits } from './company-search.ts'
import { countries } from './countries.ts'
import { commaSeparatedList, createTextSchema } from './text-schemas.ts'

/** The number of results that a company search returns by default, and the index of the first one. Specification 9. */
const companySearchDefaults = { limit: 10, offset: 0 } as const

function wholeNumber(min: number, max: number) {
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
    z.int().check(z.minimum(min), z.maximum(max)),
  )
}

/**
 * The query of GET /api/2/companies/providers. `brand`: the brands to search; all by default. `value`: words of a name,
 * company id, postal code or city. Specification 7.
 */
export const providerQuery = z.strictObject({
  country: z.enum(countries),
  brand: z.optional(commaSeparatedList),
  limit: z._default(wholeNumber(1, companySearchLimits.limit), companySearchDefaults.limit),
  offset: z._default(wholeNumber(0, companySearchLimits.offset), companySearchDefaults.offset),
  value: z.optional(z.pipe(z.string().check(z.trim()), createTextSchema(companySearchLimits.value))),
})

export type ProviderQuery = z.infer<typeof providerQuery>
