import * as z from 'zod/mini'
import { address } from './address.ts'

/** What a company may do under a contract. Specification 3 and 6. */
export const contractPermissions = ['FULL_ACCESS', 'NOTIFICATIONS'] as const

export type ContractPermission = (typeof contractPermissions)[number]

/**
 * The statuses of a contract. If a company does not accept automatically, the contract is PENDING until the company
 * answers. Specification 13.8.
 */
export const contractStatuses = ['PENDING', 'ACTIVE', 'DECLINED'] as const

export type ContractStatus = (typeof contractStatuses)[number]

/** Whether a contract is in force: it is active or pending, so the company has not declined it. Specification 13.8. */
export function isContractInForce(status: ContractStatus): boolean {
  return status !== 'DECLINED'
}

/** An installer company, as the API returns it. Specification 3. */
export const company = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  address,
})

export type Company = z.infer<typeof company>

/** The contract of an appliance with its service provider. Specification 13.8. */
export const providerContract = z.object({
  companyType: z.literal('SUPPORT'),
  company,
  status: z.enum(contractStatuses),
  permission: z.enum(contractPermissions),
  hasLatestConsentVersion: z.boolean(),
})

export type ProviderContract = z.infer<typeof providerContract>
