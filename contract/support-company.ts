import * as z from 'zod/mini'
import { countries } from './countries.ts'
import { contractStatuses, contractPermissions } from './provider.ts'

/** The support company of a brand in a country (company type ASA). Specification 3. */
export const supportCompany = z.object({
  id: z.uuid(),
  country: z.enum(countries),
  brand: z.string(),
  url: z.string(),
})

export type SupportCompany = z.infer<typeof supportCompany>

/** The contract of an appliance with the customer support of its brand. Specification 13.8. */
export const supportContract = z.object({
  companyType: z.literal('ASA'),
  company: supportCompany,
  status: z.enum(contractStatuses),
  permission: z.enum(contractPermissions),
  hasLatestConsentVersion: z.boolean(),
})

export type SupportContract = z.infer<typeof supportContract>
