import * as z from 'zod/mini'
import { address } from './address.ts'

/** What a company may do with an appliance. Specification 3 and 6. */
export const permissions = ['FULL_ACCESS', 'NOTIFICATIONS'] as const

export type Permission = (typeof permissions)[number]

/** The status of a contract with a company. Specification 13.8. */
export const contractStatuses = ['PENDING', 'ACTIVE', 'DECLINED'] as const

export type ContractStatus = (typeof contractStatuses)[number]

/** A contract is in force unless the company has declined it. Specification 13.8. */
export function isInForce(status: ContractStatus): boolean {
  return status !== 'DECLINED'
}

/** An installer company. Specification 3. */
export const company = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  address,
})

export type Company = z.infer<typeof company>

/** The link between an appliance and its service provider. Specification 13.8. */
export const providerContract = z.object({
  companyType: z.literal('SUPPORT'),
  company,
  status: z.enum(contractStatuses),
  permission: z.enum(permissions),
  hasLatestConsentVersion: z.boolean(),
})

export type ProviderContract = z.infer<typeof providerContract>
