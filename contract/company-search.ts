import * as z from 'zod/mini'
import { countries } from './countries.ts'
import { company } from './provider.ts'
import { supportCompany } from './support.ts'
import { commaJoined, text } from './text.ts'

/** Specification 9 and 13.7: `total` counts up to 1,000, which is also the last readable result. */
export const companySearchLimits = { value: 100, limit: 50, offset: 1_000, total: 1_000 } as const

/** Specification 9. */
export const companySearchDefaults = { limit: 10, offset: 0 } as const

function whole(min: number, max: number) {
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
    z.int().check(z.minimum(min), z.maximum(max)),
  )
}

/**
 * The query of GET /api/2/companies/providers. Specification 7. `brand`: default all brands; `value`: words of name,
 * company id, postal code or city.
 */
export const providerQuery = z.strictObject({
  country: z.enum(countries),
  brand: z.optional(commaJoined),
  limit: z._default(whole(1, companySearchLimits.limit), companySearchDefaults.limit),
  offset: z._default(whole(0, companySearchLimits.offset), companySearchDefaults.offset),
  value: z.optional(z.pipe(z.string().check(z.trim()), text(companySearchLimits.value))),
})

export type ProviderQuery = z.infer<typeof providerQuery>

export const companyList = z.object({ items: z.array(company), total: z.int() })

export type CompanyList = z.infer<typeof companyList>

/** The address of the installer's page to which the owner returns. The limit is above any real address. */
export const returnAddress = z.strictObject({
  uri: z.url({ protocol: /^https$/, error: 'pattern' }).check(z.maxLength(2_000, { error: 'max-length' })),
})

export const supportCompanyList = z.object({ items: z.array(supportCompany), total: z.int() })

export type SupportCompanyList = z.infer<typeof supportCompanyList>
