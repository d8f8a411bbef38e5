import * as z from 'zod/mini'
import { company } from './provider.ts'
import { supportCompany } from './support-company.ts'
import { parseWebAddress } from './web-address.ts'

/**
 * The limits of a company search. Specification 9 and 13.7.
 * - `value`: the maximum length of the search text.
 * - `limit`, `offset`: the maximum values of these parameters.
 * - `total`: a search counts and returns only the first 1,000 results.
 */
export const companySearchLimits = { value: 100, limit: 50, offset: 1_000, total: 1_000 } as const

export const companyList = z.object({ items: z.array(company), total: z.int() })

export type CompanyList = z.infer<typeof companyList>

/**
 * The https address of the installer's page to which an invited owner returns. The schema does not use `z.url`,
 * because its code would enlarge the first view of the portal.
 */
export const returnUri = z.string().check(
  z.maxLength(2_000, { error: 'max-length' }),
  z.refine((uri) => parseWebAddress(uri)?.protocol === 'https:', { error: 'pattern' }),
)

export const returnUriQuery = z.strictObject({ uri: returnUri })

export const supportCompanyList = z.object({ items: z.array(supportCompany), total: z.int() })

export type SupportCompanyList = z.infer<typeof supportCompanyList>
