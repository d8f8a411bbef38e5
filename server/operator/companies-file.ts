import * as z from 'zod/mini'
import { addressLimits } from '#contract/address.ts'
import { countries } from '#contract/countries.ts'

const brandId = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/))

const listed = z.pipe(
  z.string(),
  z.transform((value: string) => value.split(';').map((part) => part.trim())),
)

/** An empty cell means nothing. */
const emptyToNull = z.pipe(
  z.string(),
  z.transform((value: string) => (value === '' ? null : value)),
)

const maybe = (schema: z.ZodMiniType<string, string>) => z.pipe(emptyToNull, z.nullable(schema))

const printable = z.regex(/^\P{Cc}*$/u, { error: 'must not hold a control character' })

const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), printable)

/** As `server/companies` compares it: no query, no fragment, and nothing that a URL would write otherwise. */
const bareAddress = z.string().check(
  z.refine((value) => URL.canParse(value) && isBare(value, new URL(value)), {
    error: 'must be an https address without query, as https://installer.example/return',
  }),
)

function isBare(written: string, { protocol, origin, pathname }: URL): boolean {
  return protocol === 'https:' && written === `${origin}${pathname}`
}

const maybeListed = z.pipe(
  z.string(),
  z.transform((value: string) => (value === '' ? [] : value.split(';').map((part) => part.trim()))),
)

/**
 * One row of a file of installer companies: brands are separated by semicolons, and so are the addresses to which invited
 * owners may be sent back, a column that a file may do without.
 */
export const companyRow = z.object({
  id: z.uuid(),
  name: line(200),
  email: maybe(z.email()),
  phone: maybe(z.string().check(z.regex(/^[+\d][\d ()/-]{2,40}$/))),
  street1: line(addressLimits.street),
  street2: maybe(z.string().check(z.maxLength(addressLimits.street), printable)),
  postalCode: line(addressLimits.postalCode),
  city: line(addressLimits.city),
  country: z.enum(countries),
  brands: z.pipe(listed, z.array(brandId).check(z.minLength(1))),
  acceptsAutomatically: z.stringbool({ truthy: ['true'], falsy: ['false'] }),
  returnAddresses: z.optional(z.pipe(maybeListed, z.array(bareAddress))),
})

export type CompanyRow = z.infer<typeof companyRow>

/** One row of a file of support companies: one per brand and country. */
export const supportCompanyRow = z.object({
  id: z.uuid(),
  country: z.enum(countries),
  brand: brandId,
  url: z.url({ protocol: /^https$/ }),
})

export type SupportCompanyRow = z.infer<typeof supportCompanyRow>
