import * as z from 'zod/mini'
import { addressFieldLimits } from '#contract/address.ts'
import { countries } from '#contract/countries.ts'
import { createBrandCellSchema, createCellSchema, createOneOfSchema, booleanCellSchema } from './csv-cell-schemas.ts'
import type { CsvFileFormat } from './parse-csv-file.ts'

const semicolonList = z.pipe(
  z.string(),
  z.transform((value: string) => value.split(';').map((part) => part.trim())),
)

/** Converts an empty cell to null, and leaves other cells unchanged. */
const emptyToNull = z.pipe(
  z.string(),
  z.transform((value: string) => (value === '' ? null : value)),
)

const nullIfEmpty = (schema: z.ZodMiniType<string, string>) => z.pipe(emptyToNull, z.nullable(schema))

const printable = z.regex(/^\P{Cc}*$/u, { error: 'must not hold a control character' })

const line = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'must not be empty' }),
      z.maxLength(max, { error: `must not be longer than ${max} characters` }),
      printable,
    )

const id = createCellSchema(z.uuid(), 'must be a UUID')

const country = createOneOfSchema(countries)

/**
 * An https address without query and fragment, written as the URL standard serialises it, because `server/companies`
 * compares texts.
 */
const returnAddress = z.string().check(
  z.refine((value) => URL.canParse(value) && isHttpsWithoutQuery(value, new URL(value)), {
    error: 'must be an https address without query, as https://installer.example/return',
  }),
)

function isHttpsWithoutQuery(writtenUrl: string, { protocol, origin, pathname }: URL): boolean {
  return protocol === 'https:' && writtenUrl === `${origin}${pathname}`
}

const phone = z.string().check(z.regex(/^[+\d][\d ()/-]{2,40}$/))

const listOrNull = z.pipe(
  z.string(),
  z.transform((value: string) => (value === '' ? [] : value.split(';').map((part) => part.trim()))),
)

/**
 * Returns the format of a file with installer companies. Semicolons separate the brands of a company. They also
 * separate the addresses to which invited owners return, in an optional column.
 */
export function createCompaniesFileFormat(brands: readonly string[]) {
  const row = z.object({
    id,
    name: line(200),
    email: nullIfEmpty(createCellSchema(z.email(), 'must be an email address, or empty')),
    phone: nullIfEmpty(createCellSchema(phone, 'must be a phone number as +43 1 2345678, or empty')),
    street1: line(addressFieldLimits.street),
    street2: nullIfEmpty(line(addressFieldLimits.street)),
    postalCode: line(addressFieldLimits.postalCode),
    city: line(addressFieldLimits.city),
    country,
    brands: z.pipe(semicolonList, z.array(createBrandCellSchema(brands))),
    acceptsAutomatically: booleanCellSchema,
    returnAddresses: z.optional(z.pipe(listOrNull, z.array(returnAddress))),
  })
  return { row, secretColumns: [] } satisfies CsvFileFormat<typeof row.shape>
}

export type CompanyRow = z.infer<ReturnType<typeof createCompaniesFileFormat>['row']>

/** Returns the format of a file with support companies, one for each brand and country. */
export function createSupportCompaniesFileFormat(brands: readonly string[]) {
  const row = z.object({
    id,
    country,
    brand: createBrandCellSchema(brands),
    url: createCellSchema(z.url({ protocol: /^https$/ }), 'must be an https address, as https://support.example'),
  })
  return { row, secretColumns: [] } satisfies CsvFileFormat<typeof row.shape>
}

export type SupportCompanyRow = z.infer<ReturnType<typeof createSupportCompaniesFileFormat>['row']>
