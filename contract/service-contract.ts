import * as z from 'zod/mini'
import { shownTextDigest } from './consent-text.ts'
import { contractPermissions, providerContract } from './provider.ts'
import { supportContract } from './support-company.ts'
import { lowerCaseUuid } from './text-schemas.ts'

/** The types of companies: service provider, and customer support (ASA). Specification 6. */
export const companyTypes = ['SUPPORT', 'ASA'] as const

export type CompanyType = (typeof companyTypes)[number]

/** The contract of an appliance with its service provider or with customer support. Specification 13.8. */
export const serviceContract = z.discriminatedUnion('companyType', [providerContract, supportContract])

export type ServiceContract = z.infer<typeof serviceContract>

/**
 * The body of POST /api/2/connections/{gatewayId}/companies. Customer support always gets full access (code
 * `full-access-only`). Without `shown` the receipt of the consent has no text. Specification 6, 7 and 26.11.
 */
export const contractRequest = z
  .strictObject({
    companyId: lowerCaseUuid,
    companyType: z.enum(companyTypes),
    permission: z.enum(contractPermissions),
    shown: z.optional(shownTextDigest),
  })
  .check(
    z.refine(({ companyType, permission }) => companyType === 'SUPPORT' || permission === 'FULL_ACCESS', {
      error: 'full-access-only',
      path: ['permission'],
    }),
  )

export type ContractRequest = z.infer<typeof contractRequest>

/**
 * The body of PATCH /api/2/connections/{gatewayId}/companies/{companyId}, which renews a consent. `shown` identifies
 * the text that the person saw. Specification 7.
 */
export const consentRenewal = z.strictObject({ shown: z.optional(shownTextDigest) })

/** The error codes of `companyId` in a request for a contract. Specification 13.8. */
export const companyIdErrors = ['unknown-company', 'other-country', 'other-brand'] as const

export type CompanyIdError = (typeof companyIdErrors)[number]

/**
 * A form with one mandatory checkbox, for the consents to a service provider, to a changed text, and to customer
 * support. Specification 5.
 */
export const consentForm = z.object({
  consent: z.boolean().check(z.refine((isTicked) => isTicked, { error: 'required' })),
})

export type ConsentForm = z.infer<typeof consentForm>
